/** The result of a tool, in the form in which the program passes it to this view. */
export interface ToolResult {
  content?: readonly { type: string; text?: string }[];
  isError?: boolean;
}

interface Message {
  id?: number | string;
  method?: string;
  params?: unknown;
  result?: unknown;
  error?: { message?: string };
}

const protocolVersion = '2026-01-26';

/** Talks with the program that shows this view, in the messages of MCP Apps. */
export class HostLink {
  readonly #waiting = new Map<number, { resolve: (result: unknown) => void; reject: (error: Error) => void }>();
  readonly #listeners = new Map<string, (params: unknown) => void>();
  #lastId = 0;

  constructor() {
    addEventListener('message', ({ source, data }: MessageEvent<Message | undefined>) => {
      if (source === parent && typeof data === 'object') this.#hear(data);
    });
  }

  on(method: string, listener: (params: unknown) => void): void {
    this.#listeners.set(method, listener);
  }

  /** Says that the view is ready. The program sends the arguments of the tool call only after this. */
  async open(): Promise<{ hostContext?: { theme?: string } }> {
    const appInfo = { name: 'pairspace', version: '1' };
    const host = await this.request('ui/initialize', { protocolVersion, appInfo, appCapabilities: {} });
    this.notify('ui/notifications/initialized', {});
    return host as { hostContext?: { theme?: string } };
  }

  callTool(name: string, given: object): Promise<ToolResult> {
    return this.request('tools/call', { name, arguments: given }) as Promise<ToolResult>;
  }

  request(method: string, params: object): Promise<unknown> {
    const id = ++this.#lastId;
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    this.#waiting.set(id, { resolve, reject });
    this.#post({ id, method, params });
    return promise;
  }

  notify(method: string, params: object): void {
    this.#post({ method, params });
  }

  #post(message: Message): void {
    // The program may have any origin, and the messages of this view hold no secrets.
    parent.postMessage({ jsonrpc: '2.0', ...message }, '*');
  }

  #hear({ id, method, params, result, error }: Message): void {
    if (method !== undefined) {
      this.#listeners.get(method)?.(params);
      // A request can announce that the view will be closed. The view has nothing to save, so it agrees at once.
      if (id !== undefined) this.#post({ id, result: {} });
      return;
    }
    const waiting = this.#waiting.get(Number(id));
    this.#waiting.delete(Number(id));
    if (error) waiting?.reject(new Error(error.message ?? 'The program refused.'));
    else waiting?.resolve(result);
  }
}
