import type { WebhookClient, WebhookClientOptions, WebhookRequest, WebhookResult } from './webhook-client.ts';

/** A client that is loaded at the first request, because most services never have a webhook. */
export class LazyWebhookClient implements AsyncDisposable {
  readonly #options: WebhookClientOptions;
  #client: Promise<WebhookClient> | undefined;

  constructor(options: WebhookClientOptions) {
    this.#options = options;
  }

  async post(request: WebhookRequest): Promise<WebhookResult> {
    this.#client ??= import('./webhook-client.ts').then(({ WebhookClient }) => new WebhookClient(this.#options));
    return (await this.#client).post(request);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await (await this.#client)?.[Symbol.asyncDispose]();
  }
}
