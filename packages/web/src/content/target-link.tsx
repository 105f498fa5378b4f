import type { Target } from '@pairspace/protocol';
import type { ComponentChildren } from 'preact';
import { useSetting } from './setting.ts';
import { calling } from '../lib/calling.ts';

interface TargetLinkProps {
  to: Target | undefined;
  class?: string | undefined;
  children: ComponentChildren;
}

/** A link to a target: a button on the page, `a` on the site, and plain text without a target. */
export const TargetLink = ({ to, class: kind, children }: TargetLinkProps) => {
  const { hrefOf, show } = useSetting();
  const href = to && hrefOf(to);
  if (to && show)
    return (
      <button type="button" class={kind} onClick={calling(show, to)}>
        {children}
      </button>
    );
  if (href === undefined) return <span class={kind}>{children}</span>;
  return (
    <a class={kind} href={href}>
      {children}
    </a>
  );
};
