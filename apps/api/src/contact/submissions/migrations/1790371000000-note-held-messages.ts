import type { MigrationInterface, QueryRunner } from 'typeorm';

const note = (statuses: string): string => `
CREATE OR REPLACE FUNCTION "note_undelivered"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.undelivered := CASE WHEN NEW.status IN (${statuses}) THEN NEW.status END;
  RETURN NEW;
END $$`;

/** For finding the messages that are held for review, also those in the trash. */
export class NoteHeldMessages1790371000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(note(`'failed', 'stored', 'held'`));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(note(`'failed', 'stored'`));
  }
}
