import { withoutEnd } from '@pairspace/protocol';

const mostCharacters = 200;

/**
 * The normal form of a service's address, for storage, comparison and display: http or https, at most 200 characters,
 * without a slash at the end, without `?` and `#`, and without credentials, which can make one host look like another.
 * Undefined for anything else.
 */
export const serviceAddress = (text: string): string | undefined => {
  if (!/^https?:\/\/[^?#]+$/i.test(text) || !URL.canParse(text)) return undefined;
  const { origin, pathname, username, password } = new URL(text);
  const address = `${origin}${withoutEnd(pathname, '/')}`;
  return username === '' && password === '' && address.length <= mostCharacters ? address : undefined;
};
