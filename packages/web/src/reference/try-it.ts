import { AnswerView } from './answer-view.ts';
import { confirmRemoval } from './confirm-removal.ts';
import { button, element } from './elements.ts';
import { remember, remembered } from './remembered.ts';
import { type Asked, type Filled, requestOf } from './request-of.ts';

type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

const fieldsOf = (root: ParentNode): Field[] => [...root.querySelectorAll<Field>('[data-in]')];

/** The name under which the forms of a tab share a field; undefined for what belongs to one form. */
const sharedName = (field: Field): string | undefined => {
  if (field.dataset['in'] === 'token') return 'token';
  return field.dataset['in'] === 'path' ? field.name : undefined;
};

/** Fills in what the tab remembers. */
const fillIn = (): void => {
  for (const field of fieldsOf(document)) {
    const name = sharedName(field);
    const value = name === undefined ? '' : remembered(name);
    if (value !== '') field.value = value;
  }
};

const filledOf = (form: HTMLFormElement): Filled[] =>
  fieldsOf(form).map((field) => ({ place: field.dataset['in'] ?? '', name: field.name, value: field.value.trim() }));

interface Seat {
  token: string;
  sessionId: string | undefined;
}

/** The seat that an answer gives to its caller, if it does. */
const seatIn = (text: string): Seat | undefined => {
  try {
    const { data } = JSON.parse(text) as { data?: { agentToken?: unknown; session?: { id?: unknown } } };
    if (typeof data?.agentToken !== 'string') return undefined;
    const id = data.session?.id;
    return { token: data.agentToken, sessionId: typeof id === 'string' ? id : undefined };
  } catch {
    return undefined;
  }
};

/** Offers to go on in the forms of this tab as the agent that was just seated. */
const offerSeat = ({ token, sessionId }: Seat): HTMLElement => {
  const offer = element('p');
  offer.className = 'buttons';
  const take = button('Use this session and token in the other forms', () => {
    remember('token', token);
    if (sessionId !== undefined) remember('sessionId', sessionId);
    fillIn();
    take.textContent = 'Filled in';
    take.disabled = true;
  });
  offer.append(take);
  return offer;
};

/** A form and the answer beneath it. */
class Trial {
  readonly #form: HTMLFormElement;
  #answer: AnswerView | undefined;
  #running: AbortController | undefined;

  constructor(form: HTMLFormElement) {
    this.#form = form;
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      void this.#send();
    });
  }

  async #send(): Promise<void> {
    const { method = 'GET', path = '' } = this.#form.dataset;
    const asked = requestOf(method, path, filledOf(this.#form));
    if (method === 'DELETE' && !(await confirmRemoval(asked.path))) return;
    this.#running?.abort();
    const running = (this.#running = new AbortController());
    const answer = (this.#answer ??= new AnswerView(this.#form));
    const stop = (): void => {
      running.abort();
    };
    answer.say('Waiting for the answer …', button('Stop', stop));
    const began = performance.now();
    const response = await ask(asked, running.signal);
    if (typeof response === 'string') {
      if (this.#running === running) answer.say(response);
      return;
    }
    const text = await answer.show(response, performance.now() - began, stop);
    const seat = seatIn(text);
    if (seat && this.#running === running) answer.add(offerSeat(seat));
  }
}

/** The response, or why there is none. No cookie is sent, and nothing is followed or kept. */
const ask = async ({ path, init }: Asked, signal: AbortSignal): Promise<Response | string> => {
  try {
    return await fetch(path, { ...init, signal, cache: 'no-store', credentials: 'omit', redirect: 'error' });
  } catch (error) {
    if (signal.aborted) return 'Stopped.';
    return `The request could not be sent: ${error instanceof Error ? error.message : String(error)}`;
  }
};

/** Shows the forms and makes them work. */
export const startTrying = (): void => {
  for (const details of document.querySelectorAll<HTMLElement>('details.try')) {
    details.hidden = false;
    const form = details.querySelector('form');
    if (form) new Trial(form);
  }
  fillIn();
  document.addEventListener('change', ({ target }) => {
    const name = target instanceof HTMLInputElement ? sharedName(target) : undefined;
    if (name === undefined || !(target instanceof HTMLInputElement)) return;
    remember(name, target.value.trim());
    fillIn();
    if (target.value.trim() === '')
      for (const field of fieldsOf(document)) if (sharedName(field) === name) field.value = '';
  });
  // Another tab of the history may have changed them meanwhile.
  addEventListener('pageshow', fillIn);
};
