import type { Target, Task } from '@pairspace/protocol';
import { webAddress } from '../lib/tasks.ts';
import { Name } from '../ui/who.tsx';
import { TargetLink } from './target-link.tsx';
import { PathText } from './path-text.tsx';

export type TaskLink = NonNullable<Task['result']>['links'][number];

const Titled = ({ link: { kind, title, ref } }: { link: TaskLink }) =>
  title === undefined ? (
    kind === 'file' || kind === 'url' ? (
      <PathText>{ref}</PathText>
    ) : (
      <Name>{ref}</Name>
    )
  ) : (
    <Name>{title}</Name>
  );

/** A link of a result. A URL is a link only for http and https, and its address stands beside its title. */
const Linked = ({ link, targetOf }: { link: TaskLink; targetOf: (link: TaskLink) => Target | undefined }) => {
  const words = <Titled link={link} />;
  if (link.kind !== 'url') {
    const to = targetOf(link);
    return (
      <TargetLink to={to} class={to && 'link'}>
        {words}
      </TargetLink>
    );
  }
  const href = webAddress(link.ref);
  return (
    <>
      {href === undefined ? (
        words
      ) : (
        <a href={href} target="_blank" rel="noopener noreferrer">
          {words}
        </a>
      )}
      {link.title !== undefined && (
        <small class="faint">
          {' '}
          <PathText>{link.ref}</PathText>
        </small>
      )}
    </>
  );
};

interface TaskLinksProps {
  links: readonly TaskLink[];
  /** Finds the part of the session that a link names. */
  targetOf: (link: TaskLink) => Target | undefined;
}

/** The links of a task's result. */
export const TaskLinks = ({ links, targetOf }: TaskLinksProps) => (
  <ul class="plain task-links">
    {links.map((link, index) => (
      <li key={index}>
        <span class="faint">{link.kind}</span> <Linked link={link} targetOf={targetOf} />
      </li>
    ))}
  </ul>
);
