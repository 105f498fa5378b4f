import type { ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';
import { operatorToken } from '../model/operator.ts';
import { go, hrefOf } from '../lib/route.ts';
import { useKeys } from '../lib/use-keys.ts';
import { useOpen } from '../lib/use-open.ts';
import { KeyHelp } from './key-help.tsx';
import { Mark } from './mark.tsx';
import { calling } from '../lib/calling.ts';

interface PageFrameProps {
  title: string;
  at: 'sessions' | 'agents' | 'operator';
  actions?: ComponentChildren;
  children: ComponentChildren;
}

/** The frame of every view but a session's: the bar on top, and one column. */
export const PageFrame = ({ title, at, actions, children }: PageFrameProps) => {
  useEffect(() => {
    document.title = title === '' ? 'Pairspace' : `${title} · Pairspace`;
  }, [title]);
  const [isHelpOpen, openHelp, closeHelp] = useOpen();
  const keys = [
    {
      key: '/',
      says: 'Search',
      act: () => {
        document.querySelector<HTMLInputElement>('main input[type=search]')?.focus();
      },
    },
    { key: 'g', says: 'All sessions', act: calling(go, '#/') },
    { key: '?', says: 'This list', act: openHelp },
  ];
  useKeys(keys);
  return (
    <div class="page">
      <a class="skip" href="#main" onClick={skipTo('main')}>
        Skip to the content
      </a>
      <header class="bar line">
        <a class="brand" href="#/" aria-label="Pairspace">
          <Mark />
          <b>Pairspace</b>
        </a>
        <nav class="bar-links" aria-label="Main">
          <a href="#/" aria-current={at === 'sessions' ? 'page' : undefined}>
            Sessions
          </a>
          <a href={hrefOf(['agents'])} aria-current={at === 'agents' ? 'page' : undefined}>
            Agents
          </a>
          <a href="docs">Reference</a>
          {(at === 'operator' || operatorToken() !== undefined) && (
            <a href={hrefOf(['operator'])} aria-current={at === 'operator' ? 'page' : undefined}>
              Operator
            </a>
          )}
        </nav>
        <span class="grow" />
        {actions}
      </header>
      <main id="main" class="column" tabIndex={-1}>
        {children}
      </main>
      {isHelpOpen && <KeyHelp keys={keys} onClose={closeHelp} />}
    </div>
  );
};

/** Moves the focus to an element. A plain link to the id would change the route, which is in the address. */
export const skipTo =
  (id: string) =>
  (event: Event): void => {
    event.preventDefault();
    document.getElementById(id)?.focus();
  };
