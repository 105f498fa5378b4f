/** A `fetch` in which a proxy answers with a page of its own. */
export const behindProxy =
  (answersItself: (url: string) => boolean): typeof fetch =>
  (url, init) =>
    answersItself(url instanceof Request ? url.url : url.toString())
      ? Promise.resolve(new Response('<h1>Not found</h1>', { status: 404 }))
      : fetch(url, init);
