import type { Endpoint } from '@pairspace/protocol';
import { guidePath } from './guide-list.ts';
import type { ReadGuide } from './read-guides.ts';

/** The places of a guide's links in the reference; undefined for targets that the service does not serve. */
export interface GuideLinks {
  /** The address that a link in `file` leads to. */
  target: (href: string, file: string) => string | undefined;
  /** The operation that a text such as `POST …/notes` names. */
  operation: (text: string) => string | undefined;
  /** The numbered rule with this id. */
  rule: (id: string) => string | undefined;
}

interface Named {
  endpoints: Readonly<Record<string, Endpoint>>;
  /** The addresses of operations, by their names. */
  places: ReadonlyMap<string, string>;
}

/** Stands for the folder of the repository, so that relative links can be resolved. */
const root = 'file:///';

export const createGuideLinks = (guides: readonly ReadGuide[], { endpoints, places }: Named): GuideLinks => {
  const headings = new Map<string, string>();
  const rules = new Map<string, string>();
  for (const { guide, parts } of guides) {
    for (const part of parts) {
      const path = part.slug === '' ? guidePath(guide) : `${guidePath(guide)}/${part.slug}`;
      headings.set(`/${guide.file}${part.slug && `#${part.slug}`}`, path);
      for (const { id } of part.headings) headings.set(`/${guide.file}#${id}`, `${path}#${id}`);
      for (const id of part.rules) rules.set(id, `${path}#${id}`);
    }
  }
  const operations = new Map(
    Object.entries(endpoints).map(([name, { method, path }]) => [`${method} ${shapeOf(path)}`, places.get(name)]),
  );
  return {
    target: (href, file) => {
      if (/^(https?:|mailto:)/.test(href)) return href;
      const { pathname, hash } = new URL(href, `${root}${file}`);
      return headings.get(pathname + hash);
    },
    operation: (text) => {
      const [, method = '', path = ''] = /^(GET|POST|PUT|PATCH|DELETE) ([^\s?]+)(?:\?\S*)?$/.exec(text) ?? [];
      return operations.get(`${method} ${shapeOf(path)}`);
    },
    rule: (id) => rules.get(id),
  };
};

/** A path without the names of what is filled in. */
const shapeOf = (path: string): string =>
  path.replace(/^…/, '/api/sessions/:sessionId').replace(/[:*]\w+|\{\w+\}|<\w+>/g, ':');
