const decoder = new TextDecoder();

/** The linear memory of a guest. An address outside it throws a RangeError, which calls answer with EFAULT. */
export class GuestMemory {
  /** @param {WebAssembly.Memory} memory */
  constructor(memory) {
    this.memory = memory;
  }

  get view() {
    return new DataView(this.memory.buffer);
  }

  /** @param {number} pointer @param {number} length */
  bytes(pointer, length) {
    return new Uint8Array(this.memory.buffer, pointer >>> 0, length >>> 0);
  }

  /** @param {number} pointer @param {number} length */
  text(pointer, length) {
    return decoder.decode(this.bytes(pointer, length));
  }

  /**
   * The buffers of a scattered read or write.
   * @param {number} pointer
   * @param {number} count
   */
  *buffers(pointer, count) {
    for (let at = pointer >>> 0, end = at + (count >>> 0) * 8; at < end; at += 8) {
      const view = this.view;
      yield this.bytes(view.getUint32(at, true), view.getUint32(at + 4, true));
    }
  }
}
