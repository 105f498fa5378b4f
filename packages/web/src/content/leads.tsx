import type { Target } from '@pairspace/protocol';
import type { ComponentChildren } from 'preact';
import { useSetting } from './setting.ts';

interface LeadsProps {
  to: Target | undefined;
  class?: string;
  children: ComponentChildren;
}

/** Leads to a target: a button on the page, a link on the site, and plain text where there is nothing to lead to. */
export const Leads = ({ to, class: kind, children }: LeadsProps) => {
  const { hrefOf, show } = useSetting();
  const href = to && hrefOf(to);
  if (to && show)
    return (
      <button
        type="button"
        class={kind}
        onClick={() => {
          show(to);
        }}
      >
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
