import { button, element } from './elements.ts';
import { readAnswer } from './read-answer.ts';

/** The headers that say something to the caller. */
const shownHeaders = [
  'content-type',
  'etag',
  'location',
  'retry-after',
  'idempotency-replayed',
  'ratelimit-remaining',
  'x-request-id',
];

/** The view of the answer to a form. */
export class AnswerView {
  readonly #place = element('section');
  readonly #said = element('p');

  constructor(beneath: HTMLElement) {
    this.#place.className = 'answer';
    this.#place.setAttribute('aria-label', 'Answer');
    this.#said.setAttribute('role', 'status');
    beneath.after(this.#place);
  }

  /** Says one sentence in the place of an answer. */
  say(text: string, ...more: HTMLElement[]): void {
    this.#said.textContent = text;
    this.#place.replaceChildren(this.#said, ...more);
  }

  /** Shows an answer as it comes. */
  async show(response: Response, ms: number, stop: () => void): Promise<string> {
    const head = element('h3');
    const status = element('b', `${String(response.status)} ${response.statusText}`.trim());
    if (!response.ok) status.className = 'wrong';
    head.append('Answer ', status, ` after ${String(Math.round(ms))} ms`);
    const code = element('pre');
    code.tabIndex = 0;
    const stopping = element('p');
    stopping.className = 'buttons';
    stopping.append(button('Stop', stop));
    this.#said.textContent = '';
    this.#place.replaceChildren(head, headerList(response.headers), code, stopping, this.#said);
    try {
      const missing = await readAnswer(response, {
        onText: (text) => {
          code.textContent = text;
        },
      });
      this.#said.textContent = missing ?? '';
    } catch {
      this.#said.textContent = 'The answer ended here.';
    }
    stopping.remove();
    code.hidden = code.textContent === '';
    return code.textContent;
  }

  add(part: HTMLElement): void {
    this.#place.append(part);
  }
}

const headerList = (headers: Headers): HTMLElement => {
  const list = element('dl');
  for (const name of shownHeaders) {
    const value = headers.get(name);
    if (value !== null) list.append(element('dt', name), element('dd', value));
  }
  return list;
};
