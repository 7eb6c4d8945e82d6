import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A known text encrypted with each master key in use, so that a wrong or missing key stops the start (S-03). */
@Entity('key_check')
export class KeyCheck {
  @PrimaryColumn('text', { name: 'key_id', primaryKeyConstraintName: 'key_check_pkey' })
  keyId: string;

  @Column('text')
  proof: string;
}
