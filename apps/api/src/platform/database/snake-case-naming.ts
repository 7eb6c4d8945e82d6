import { DefaultNamingStrategy, type Table } from 'typeorm';

const snakeCase = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** Names columns and constraints as PostgreSQL does itself: `createdAt` is `created_at`, its key `job_tenant_id_fkey`. */
export class SnakeCaseNaming extends DefaultNamingStrategy {
  override columnName(propertyName: string, customName: string | undefined): string {
    return customName ?? snakeCase(propertyName);
  }

  override primaryKeyName(table: Table | string): string {
    return `${this.getTableName(table)}_pkey`;
  }

  override foreignKeyName(table: Table | string, columnNames: string[]): string {
    return `${this.getTableName(table)}_${columnNames.join('_')}_fkey`;
  }

  override joinColumnName(relationName: string, referencedColumnName: string): string {
    return snakeCase(`${relationName}_${referencedColumnName}`);
  }
}
