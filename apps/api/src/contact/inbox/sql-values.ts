/** The values of a statement in the making: each gets its number. */
export class SqlValues {
  private readonly list: unknown[] = [];

  /** @returns how the statement names the value, such as `$3` */
  add(value: unknown): string {
    this.list.push(value);
    return `$${this.list.length}`;
  }

  get all(): readonly unknown[] {
    return this.list;
  }
}
