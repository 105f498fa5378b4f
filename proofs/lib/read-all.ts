import { insist } from './key-world.ts';

/** Every item of a list, page by page. `list` is its path below the URL, with its parameters. */
export const readAll = async <Item>({ url, token }: { url: string; token: string }, list: string): Promise<Item[]> => {
  const items: Item[] = [];
  for (let cursor = ''; ;) {
    const path = `${url}/${list}${list.includes('?') ? '&' : '?'}limit=200${cursor}`;
    const page = await insist<{ items: Item[]; nextCursor: string | null }>(path, { token });
    items.push(...page.items);
    if (page.nextCursor === null) return items;
    cursor = `&cursor=${page.nextCursor}`;
  }
};
