/** A stream or a wait that a client holds open. */
export class HeldRequest {
  readonly #stop = new AbortController();
  /** The status of its answer; undefined while the service holds it. */
  status: number | undefined;
  /** The bytes of the answer so far. */
  text = '';
  /** Whether the service has ended the answer. */
  isOver = false;
  readonly #done: Promise<void>;

  constructor(url: string, token: string) {
    this.#done = this.#read(url, token);
  }

  async #read(url: string, token: string): Promise<void> {
    try {
      const response = await fetch(url, { headers: { authorization: `Bearer ${token}` }, signal: this.#stop.signal });
      this.status = response.status;
      if (!response.body) return;
      for await (const chunk of response.body.pipeThrough(new TextDecoderStream())) this.text += chunk;
      this.isOver = true;
    } catch {
      this.isOver = !this.#stop.signal.aborted;
    }
  }

  /** Lets go of the request. */
  async end(): Promise<void> {
    this.#stop.abort();
    await this.#done;
  }
}
