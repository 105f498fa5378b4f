import type { Poster, PosterOptions, Posting, PostResult } from './poster.ts';

/** A poster that is loaded when there is something to post: most services never have a webhook. */
export class PosterOnDemand implements AsyncDisposable {
  readonly #options: PosterOptions;
  #poster: Promise<Poster> | undefined;

  constructor(options: PosterOptions) {
    this.#options = options;
  }

  async post(posting: Posting): Promise<PostResult> {
    this.#poster ??= import('./poster.ts').then(({ Poster }) => new Poster(this.#options));
    return (await this.#poster).post(posting);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await (await this.#poster)?.[Symbol.asyncDispose]();
  }
}
