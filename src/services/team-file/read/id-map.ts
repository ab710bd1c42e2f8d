/** Five words for each slot: the four of a UUID, and its number plus one. 0 means a free slot. */
const WORDS = 5;
const FIRST_SLOTS = 1 << 8;
const MAX_LOAD = 0.7;

/** Numbers by UUID. A large team has millions of ids, and a `Map` of texts would need ten times the memory. */
export function createIdMap() {
  let slots = FIRST_SLOTS;
  let table = new Uint32Array(slots * WORDS);
  let count = 0;

  /** The start of an id's slot: its own, or the free one that it would take. */
  function slotOf([a, b, c, d]: Words): number {
    const hash = Math.imul(a ^ Math.imul(b, 31), 0x9e3779b1) ^ Math.imul(c ^ Math.imul(d, 31), 0x85ebca6b);
    for (let slot = (hash ^ (hash >>> 15)) & (slots - 1); ; slot = (slot + 1) & (slots - 1)) {
      const at = slot * WORDS;
      if (table[at + 4] === 0) return at;
      if (table[at] === a && table[at + 1] === b && table[at + 2] === c && table[at + 3] === d) return at;
    }
  }

  function grow(): void {
    const old = table;
    slots *= 2;
    table = new Uint32Array(slots * WORDS);
    for (let at = 0; at < old.length; at += WORDS) {
      if (old[at + 4] !== 0) table.set(old.subarray(at, at + WORDS), slotOf(wordsAt(old, at)));
    }
  }

  return {
    get(id: string): number | undefined {
      const value = table[slotOf(wordsOf(id)) + 4] ?? 0;
      return value === 0 ? undefined : value - 1;
    },
    set(id: string, value: number): void {
      const words = wordsOf(id);
      const at = slotOf(words);
      if (table[at + 4] === 0) count += 1;
      table.set([...words, value + 1], at);
      if (count > slots * MAX_LOAD) grow();
    },
    *keys(): Generator<string> {
      for (let at = 0; at < table.length; at += WORDS) {
        if (table[at + 4] !== 0) yield uuidOf(wordsAt(table, at));
      }
    },
  };
}

type Words = readonly [number, number, number, number];

const wordsAt = (table: Uint32Array, at: number): Words => [
  table[at] ?? 0,
  table[at + 1] ?? 0,
  table[at + 2] ?? 0,
  table[at + 3] ?? 0,
];

function wordsOf(id: string): Words {
  const hex = id.replaceAll('-', '');
  const word = (start: number) => Number.parseInt(hex.slice(start, start + 8), 16);
  return [word(0), word(8), word(16), word(24)];
}

function uuidOf(words: Words): string {
  const hex = words.map((word) => word.toString(16).padStart(8, '0')).join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}
