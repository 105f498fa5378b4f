import { withoutEnd } from '@pairspace/protocol';

const mostCharacters = 200;

/**
 * The address of a service in the one spelling in which it is kept, compared and told, without a slash at the end: http or
 * https, at most 200 characters, without credentials, which make one host look like another, and without `?` and `#`.
 * Undefined for anything else.
 */
export const serviceAddress = (text: string): string | undefined => {
  if (!/^https?:\/\/[^?#]+$/i.test(text) || !URL.canParse(text)) return undefined;
  const { origin, pathname, username, password } = new URL(text);
  const address = `${origin}${withoutEnd(pathname, '/')}`;
  return username === '' && password === '' && address.length <= mostCharacters ? address : undefined;
};
