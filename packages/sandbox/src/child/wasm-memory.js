/** Rewrites a module before it is compiled, so that the engine itself limits its memory and tables. */
const sectionIds = { custom: 0, import: 2, table: 4, memory: 5 };
export const pageBytes = 65_536;
const maxTables = 16;
const maxTableEntries = 1_000_000;

class Reader {
  /** @param {Uint8Array} bytes */
  constructor(bytes) {
    this.bytes = bytes;
    this.at = 0;
  }

  get isAtEnd() {
    return this.at >= this.bytes.length;
  }

  u8() {
    const byte = this.bytes[this.at++];
    if (byte === undefined) throw new Error('the module ends in the middle');
    return byte;
  }

  leb() {
    let value = 0;
    for (let shift = 0; shift < 35; shift += 7) {
      const byte = this.u8();
      value += (byte & 127) * 2 ** shift;
      if (byte < 128) return value;
    }
    throw new Error('a number of the module is too long');
  }

  /** @param {number} length */
  take(length) {
    const part = this.bytes.subarray(this.at, this.at + length);
    if (part.length < length) throw new Error('the module ends in the middle');
    this.at += length;
    return part;
  }
}

/** @param {number} value @returns {number[]} */
const leb = (value) => (value < 128 ? [value] : [(value & 127) | 128, ...leb(Math.floor(value / 128))]);

/** @param {Uint8Array} bytes */
const readSections = (bytes) => {
  const reader = new Reader(bytes);
  const head = reader.take(8);
  if (Buffer.compare(head, Buffer.from([0, 97, 115, 109, 1, 0, 0, 0])) !== 0) {
    throw new Error('this is no WebAssembly module (version 1)');
  }
  const sections = [];
  while (!reader.isAtEnd) {
    const id = reader.u8();
    sections.push({ id, body: reader.take(reader.leb()) });
  }
  return sections;
};

/** @param {{ id: number, body: Uint8Array }[]} sections */
const writeSections = (sections) =>
  Buffer.concat([
    Buffer.from([0, 97, 115, 109, 1, 0, 0, 0]),
    ...sections.flatMap(({ id, body }) => [Buffer.from([id, ...leb(body.length)]), body]),
  ]);

/** @param {Reader} reader */
const readLimits = (reader) => {
  const flags = reader.leb();
  if (flags > 1) throw new Error('shared and 64-bit memories and tables are not allowed');
  const min = reader.leb();
  return { min, max: flags === 1 ? reader.leb() : undefined };
};

/** @param {Uint8Array} body @param {number} maxPages */
const capMemorySection = (body, maxPages) => {
  const reader = new Reader(body);
  if (reader.leb() !== 1) throw new Error('a module has exactly one memory');
  const { min, max = Infinity } = readLimits(reader);
  if (min > maxPages) {
    throw new RangeError(`the module starts with ${min} pages of memory; the limit is ${maxPages}`);
  }
  return Uint8Array.from([1, 1, ...leb(min), ...leb(Math.min(max, maxPages))]);
};

/** @param {Uint8Array} body */
const capTableSection = (body) => {
  const reader = new Reader(body);
  const count = reader.leb();
  if (count > maxTables) throw new Error(`a module has at most ${maxTables} tables`);
  const entries = [];
  for (let index = 0; index < count; index++) {
    const type = reader.u8();
    // Typed references and tables with initialisers have another encoding, which no compiler uses for WASI.
    if (type !== 0x70 && type !== 0x6f) throw new Error('a table holds funcref or externref');
    const { min, max = Infinity } = readLimits(reader);
    if (min > maxTableEntries) throw new RangeError(`a table has at most ${maxTableEntries} entries`);
    entries.push(type, 1, ...leb(min), ...leb(Math.min(max, maxTableEntries)));
  }
  return Uint8Array.from([...leb(count), ...entries]);
};

/**
 * The module with limits on its memory and tables, without custom sections.
 * @param {Uint8Array} bytes
 * @param {number} maxBytes
 */
export const capModule = (bytes, maxBytes) => {
  const maxPages = Math.floor(maxBytes / pageBytes);
  let hasMemory = false;
  const sections = readSections(bytes).flatMap(({ id, body }) => {
    if (id === sectionIds.custom) return [];
    if (id === sectionIds.table) return [{ id, body: capTableSection(body) }];
    if (id !== sectionIds.memory) return [{ id, body }];
    hasMemory = true;
    return [{ id, body: capMemorySection(body, maxPages) }];
  });
  if (!hasMemory) throw new Error('the module has no memory of its own');
  return writeSections(sections);
};

/**
 * The module with its memory changed from a definition to an import, `env.memory`. It is compiled once, and each
 * instance gets a memory with its own maximum.
 * @param {Uint8Array} bytes
 */
export const importMemory = (bytes) => {
  const sections = readSections(bytes).filter(({ id }) => id !== sectionIds.custom);
  const memory = sections.find(({ id }) => id === sectionIds.memory);
  const imports = sections.find(({ id }) => id === sectionIds.import);
  if (!memory || !imports) throw new Error('the module has no memory or no imports');
  const memoryReader = new Reader(memory.body);
  memoryReader.leb();
  const { min } = readLimits(memoryReader);
  const importReader = new Reader(imports.body);
  const count = importReader.leb();
  imports.body = Buffer.concat([
    Buffer.from(leb(count + 1)),
    imports.body.subarray(importReader.at),
    Buffer.from([3, ...Buffer.from('env'), 6, ...Buffer.from('memory'), 2, 0, ...leb(min)]),
  ]);
  return { bytes: writeSections(sections.filter((section) => section !== memory)), minPages: min };
};
