/** Slots of a new segment; doubled on demand, eight times at most. */
const FIRST_CAPACITY = 20;
const MAX_CAPACITY = FIRST_CAPACITY << 8;
const MAX_LOAD = 0.85;
const HASH_RANGE = 2 ** 32;

/** The highest count a slot holds; it then means "this many or more". */
export const SLOT_COUNT_MAX = 0xffff;

/** Answer of {@link CounterSegment.increment} for a new key that finds no room. */
export const NO_ROOM = 0;

/**
 * One part of the keys of one window: an open-addressing hash table in a typed array, eight octets a slot.
 * First word: 32 bits of the key's hash; second word: 16 more bits of it above a 16-bit count. A count of 0 is a free
 * slot. It grows alone and stays small (40 KB), so that growing never takes longer than some 50 us.
 */
export class CounterSegment {
  private slots = new Uint32Array(FIRST_CAPACITY * 2);
  private capacity = FIRST_CAPACITY;
  private used = 0;
  private window = Number.NaN;

  /**
   * Counts one more for a key and returns its count in this window, at most {@link SLOT_COUNT_MAX}, or {@link NO_ROOM}.
   * The first call in another window forgets everything counted before.
   * @param low 32 bits of the hash
   * @param tag 16 further bits of the hash
   */
  increment(window: number, low: number, tag: number): number {
    if (window !== this.window) this.reset(window);
    let slot = this.find(low, tag);
    const count = this.countAt(slot);
    if (count === SLOT_COUNT_MAX) return SLOT_COUNT_MAX;
    if (count === 0) {
      if (this.used >= this.capacity * MAX_LOAD) {
        if (this.capacity === MAX_CAPACITY) return NO_ROOM;
        this.grow();
        slot = this.find(low, tag);
      }
      this.used += 1;
    }
    this.write(slot, low, tag, count + 1);
    return count + 1;
  }

  /** Index of the slot that holds the key, or of the free one where it belongs. There is always a free one. */
  private find(low: number, tag: number): number {
    const { slots, capacity } = this;
    let slot = Math.floor((low / HASH_RANGE) * capacity);
    for (;;) {
      const second = slots[slot * 2 + 1] ?? 0;
      if ((second & SLOT_COUNT_MAX) === 0) return slot;
      if (slots[slot * 2] === low && second >>> 16 === tag) return slot;
      slot = slot + 1 === capacity ? 0 : slot + 1;
    }
  }

  private countAt(slot: number): number {
    return (this.slots[slot * 2 + 1] ?? 0) & SLOT_COUNT_MAX;
  }

  private write(slot: number, low: number, tag: number, count: number): void {
    this.slots[slot * 2] = low;
    this.slots[slot * 2 + 1] = (tag << 16) | count;
  }

  private grow(): void {
    const old = this.slots;
    this.capacity *= 2;
    this.slots = new Uint32Array(this.capacity * 2);
    for (let index = 0; index < old.length; index += 2) {
      const low = old[index] ?? 0;
      const second = old[index + 1] ?? 0;
      if ((second & SLOT_COUNT_MAX) === 0) continue;
      this.write(this.find(low, second >>> 16), low, second >>> 16, second & SLOT_COUNT_MAX);
    }
  }

  /** Empties the segment; gives half of its memory back when the last window needed less than a quarter of it. */
  private reset(window: number): void {
    this.window = window;
    if (this.capacity > FIRST_CAPACITY && this.used * 4 < this.capacity) {
      this.capacity /= 2;
      this.slots = new Uint32Array(this.capacity * 2);
    } else {
      this.slots.fill(0);
    }
    this.used = 0;
  }
}
