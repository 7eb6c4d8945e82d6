import type { MigrationInterface, QueryRunner } from 'typeorm';

/** How many posts a page of a blog shows. */
export class CountPostsPerPage1790422100000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `ALTER TABLE "stream_state" ADD "posts_per_page" smallint NOT NULL DEFAULT 10
       CONSTRAINT "stream_state_posts_per_page" CHECK ("posts_per_page" BETWEEN 1 AND 50)`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE "stream_state" DROP "posts_per_page"');
  }
}
