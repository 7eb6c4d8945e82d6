import type { MigrationInterface, QueryRunner } from 'typeorm';

/** How large pictures are, as they are shown: pages leave their room free before they have arrived. */
export class DescribeImages1790500100000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE "blob" ADD "width" integer, ADD "height" integer, ADD "frames" integer');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE "blob" DROP "width", DROP "height", DROP "frames"');
  }
}
