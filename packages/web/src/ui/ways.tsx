import { useState } from 'preact/hooks';
import { CopyBox } from './copy-box.tsx';
import { calling } from '../lib/calling.ts';
import { Button } from './button.tsx';

/** Lines to copy for one kind of program. */
export interface Way {
  name: string;
  text: string;
  says: string;
}

/** The same step for several programs, with tabs that show one program at a time. */
export const Ways = ({ ways, label }: { ways: readonly Way[]; label: string }) => {
  const [chosen, choose] = useState(0);
  const way = ways[chosen] ?? ways[0];
  if (!way) return null;
  return (
    <div class="ways grid">
      <div class="tabs" role="group" aria-label={label}>
        {ways.map(({ name }, index) => (
          <Button key={name} class="tab" aria-pressed={index === chosen} act={calling(choose, index)} says={name} />
        ))}
      </div>
      <CopyBox text={way.text} label={`Lines for: ${way.name}`} />
      <p class="small dim">{way.says}</p>
    </div>
  );
};
