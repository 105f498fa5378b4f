/** A `fetch` through a proxy that answers some requests with an error page. */
export const behindProxy =
  (answersItself: (url: string) => boolean): typeof fetch =>
  (url, init) =>
    answersItself(url instanceof Request ? url.url : url.toString())
      ? Promise.resolve(new Response('<h1>Not found</h1>', { status: 404 }))
      : fetch(url, init);
