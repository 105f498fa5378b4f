import { type Found, type IndexedPage, listOf, rank } from './rank.ts';

const load = async (): Promise<readonly Found[]> => {
  const response = await fetch('/docs/search.json');
  if (!response.ok) throw new Error(`The index answered ${String(response.status)}.`);
  return listOf((await response.json()) as IndexedPage[]);
};

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName));

const option = ([kind, address, title, text]: Found, index: number): HTMLElement => {
  const link = document.createElement('a');
  link.href = address;
  link.id = `found-${String(index)}`;
  link.role = 'option';
  link.tabIndex = -1;
  link.className = kind === 'guide' ? '' : 'call';
  const head = document.createElement('strong');
  head.textContent = title;
  const said = document.createElement('span');
  said.textContent = text;
  link.append(head, said);
  return link;
};

/** The search: `/` focuses it, the arrows choose, Enter goes there, Escape closes. */
class Search {
  readonly #field: HTMLInputElement;
  readonly #list: HTMLElement;
  readonly #status: HTMLElement;
  #index: Promise<readonly Found[]> | undefined;
  #chosen = -1;

  constructor(field: HTMLInputElement, list: HTMLElement, status: HTMLElement) {
    this.#field = field;
    this.#list = list;
    this.#status = status;
    field.addEventListener('focus', () => void this.#load().catch(() => undefined));
    field.addEventListener('input', () => void this.#show());
    field.addEventListener('keydown', (event) => {
      this.#press(event);
    });
    field.closest('search')?.addEventListener('focusout', (event) => {
      if (!(event.relatedTarget instanceof Node) || !field.closest('search')?.contains(event.relatedTarget))
        this.#close();
    });
    // The field keeps the focus, so that a click on a result is not taken for leaving.
    list.addEventListener('mousedown', (event) => {
      event.preventDefault();
    });
    list.addEventListener('click', () => {
      this.#close();
    });
  }

  #load(): Promise<readonly Found[]> {
    this.#index ??= load();
    this.#index.catch(() => (this.#index = undefined));
    return this.#index;
  }

  async #show(): Promise<void> {
    const query = this.#field.value;
    const all = await this.#load().catch(() => undefined);
    if (query !== this.#field.value) return;
    if (query.trim() === '') {
      this.#close();
      return;
    }
    const found = rank(all ?? [], query);
    this.#chosen = -1;
    this.#list.replaceChildren(...found.map(option));
    const said = all === undefined ? 'The search index cannot be read now.' : 'Nothing has all these words.';
    if (found.length === 0) this.#list.append(this.#nothing(said));
    this.#status.textContent = found.length === 0 ? said : `${String(found.length)} results`;
    this.#list.hidden = false;
    this.#list.scrollTop = 0;
    this.#field.setAttribute('aria-expanded', 'true');
    this.#choose(found.length > 0 ? 0 : -1);
  }

  #nothing(text: string): HTMLElement {
    const said = document.createElement('p');
    said.role = 'option';
    said.ariaDisabled = 'true';
    said.textContent = text;
    return said;
  }

  #press(event: KeyboardEvent): void {
    const { children } = this.#list;
    if (event.key === 'Escape') {
      if (this.#list.hidden) this.#field.blur();
      this.#close();
    } else if (event.key === 'Enter') {
      const link = children[this.#chosen];
      if (link instanceof HTMLAnchorElement) link.click();
    } else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      const step = event.key === 'ArrowDown' ? 1 : -1;
      this.#choose((this.#chosen + step + children.length) % Math.max(1, children.length));
    } else return;
    event.preventDefault();
  }

  #choose(index: number): void {
    this.#list.children[this.#chosen]?.setAttribute('aria-selected', 'false');
    const next = this.#list.children[index];
    this.#chosen = next instanceof HTMLAnchorElement ? index : -1;
    if (!(next instanceof HTMLAnchorElement)) {
      this.#field.removeAttribute('aria-activedescendant');
      return;
    }
    next.setAttribute('aria-selected', 'true');
    next.scrollIntoView({ block: 'nearest' });
    this.#field.setAttribute('aria-activedescendant', next.id);
  }

  #close(): void {
    this.#list.hidden = true;
    this.#status.textContent = '';
    this.#field.setAttribute('aria-expanded', 'false');
    this.#field.removeAttribute('aria-activedescendant');
  }
}

export const startSearch = (): void => {
  const field = document.querySelector<HTMLInputElement>('#search');
  const list = document.querySelector<HTMLElement>('#found');
  const status = document.querySelector<HTMLElement>('search [role="status"]');
  if (!field || !list || !status) return;
  new Search(field, list, status);
  const box = field.closest<HTMLElement>('search');
  if (box) box.hidden = false;
  addEventListener('keydown', (event) => {
    if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
    event.preventDefault();
    field.focus();
    field.select();
  });
};
