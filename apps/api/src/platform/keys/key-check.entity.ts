import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A known text encrypted with each master key in use, so that a wrong or missing key stops the start. */
@Entity('key_check')
export class KeyCheck {
  @PrimaryColumn('text')
  keyId: string;

  @Column('text')
  proof: string;
}
