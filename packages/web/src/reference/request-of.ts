/** A field of a form as the request needs it. */
export interface Filled {
  place: string;
  name: string;
  value: string;
}

export interface Asked {
  path: string;
  init: { method: string; headers: Record<string, string>; body?: string };
}

/** The request of a form. Empty fields are left out; a `*name` keeps its slashes. */
export const requestOf = (method: string, path: string, fields: readonly Filled[]): Asked => {
  const given = fields.filter(({ value }) => value !== '');
  const at = (place: string): Filled[] => given.filter((field) => field.place === place);
  const filled = path.replace(/([:*])(\w+)/g, (_, mark: string, name: string) => {
    const value = at('path').find((field) => field.name === name)?.value ?? '';
    const encoded = encodeURIComponent(value);
    return mark === '*' ? encoded.replaceAll('%2F', '/') : encoded;
  });
  const query = new URLSearchParams(at('query').map(({ name, value }): [string, string] => [name, value])).toString();
  const [accept, token, body] = ['accept', 'token', 'body'].map((place) => at(place)[0]?.value);
  const headers = {
    accept: accept ?? 'application/json',
    ...(token !== undefined && { authorization: `Bearer ${token}` }),
    ...(body !== undefined && { 'content-type': 'application/json' }),
    ...Object.fromEntries(at('header').map(({ name, value }) => [name.toLowerCase(), value])),
  };
  return {
    path: query === '' ? filled : `${filled}?${query}`,
    init: { method, headers, ...(body !== undefined && { body }) },
  };
};
