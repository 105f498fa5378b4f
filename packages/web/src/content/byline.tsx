import type { Editor } from '@pairspace/protocol';
import type { ComponentChildren } from 'preact';
import { count } from '../lib/format.ts';
import { When } from '../ui/when.tsx';
import { Name } from '../ui/who.tsx';

interface BylineProps {
  version: number;
  editor: Pick<Editor, 'name'>;
  at: string;
  children?: ComponentChildren;
}

/** The number, the author and the time of a version of a note or a file. */
export const Byline = ({ version, editor, at, children }: BylineProps) => (
  <p class="small dim by">
    version {count(version)} by <Name>{editor.name}</Name>, <When at={at} isWhole />
    {children}
  </p>
);
