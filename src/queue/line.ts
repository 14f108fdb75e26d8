/** First in, first out. Taking the first moves no other: `shift()` of a long array moves all of them. */
export class Line<T> {
  #items: (T | undefined)[] = [];
  #taken = 0;

  get length(): number {
    return this.#items.length - this.#taken;
  }

  push(item: T): void {
    this.#items.push(item);
  }

  take(): T | undefined {
    if (this.length === 0) return undefined;
    const item = this.#items[this.#taken];
    this.#items[this.#taken] = undefined;
    this.#taken += 1;
    if (this.#taken * 2 > this.#items.length) {
      this.#items = this.#items.slice(this.#taken);
      this.#taken = 0;
    }
    return item;
  }

  takeAll(): readonly T[] {
    const items = this.#items.slice(this.#taken) as T[];
    this.#items = [];
    this.#taken = 0;
    return items;
  }
}
