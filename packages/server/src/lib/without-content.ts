/** A note, a version or a file without its text. */
export const withoutContent = <Item extends { content: string }>(item: Item): Omit<Item, 'content'> => {
  const facts: Omit<Item, 'content'> & { content?: string } = { ...item };
  delete facts.content;
  return facts;
};
