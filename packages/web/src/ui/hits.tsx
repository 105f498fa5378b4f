import { type SearchHit, visibleText } from '@pairspace/protocol';
import type { TargetedKeyboardEvent, ComponentChildren } from 'preact';
import { hitHref } from '../views/session/place.ts';
import { lookOf } from '../lib/event-looks.ts';
import { count, plural } from '../lib/format.ts';
import { nameOfActor } from '../lib/person-name.ts';
import type { Search } from '../lib/use-search.ts';
import { Icon } from './icon.tsx';
import { When } from './when.tsx';
import { Name } from './who.tsx';
import { Button } from './button.tsx';

interface MarkedProps {
  text: string;
  /** The start and the end of each match, in UTF-16 code units. */
  marks: readonly (readonly [from: number, to: number])[];
}

const shown = (part: string): string => visibleText(part.replace(/\s+/g, ' '));

/** A part of a text on one line with its matches marked. Its text direction is independent of the text around it. */
const Marked = ({ text, marks }: MarkedProps) => {
  const parts: ComponentChildren[] = [];
  let at = 0;
  for (const [from, to] of marks) {
    if (from < at || to <= from || to > text.length) continue;
    parts.push(shown(text.slice(at, from)), <mark>{shown(text.slice(from, to))}</mark>);
    at = to;
  }
  return (
    <bdi class="marked" dir="auto">
      {parts}
      {shown(text.slice(at))}
    </bdi>
  );
};

interface HitProps {
  hit: SearchHit;
  onChoose?: ((hit: SearchHit) => void) | undefined;
}

const Hit = ({ hit, onChoose }: HitProps) => (
  <li>
    <a class="hit" href={hitHref(hit)} onClick={() => onChoose?.(hit)}>
      <Icon name={hit.kind === 'message' ? 'session' : lookOf(hit.kind).icon} size={15} />
      <span class="hit-head">
        <b class="cut">
          <Name dir={hit.kind === 'file' ? 'ltr' : undefined}>{hit.title ?? nameOfActor(hit.author)}</Name>
        </b>
        <small class="dim cut">
          {hit.kind}
          {hit.title !== null && (
            <>
              {' '}
              by <Name>{nameOfActor(hit.author)}</Name>
            </>
          )}{' '}
          · <When at={hit.at} isWhole /> · #{hit.seq}
        </small>
      </span>
      <Marked {...hit.snippet} />
    </a>
  </li>
);

export const Hits = ({ hits, onChoose }: { hits: readonly SearchHit[]; onChoose?: HitProps['onChoose'] }) => (
  <ul class="plain hits">
    {hits.map((hit) => (
      <Hit key={`${hit.sessionId} ${hit.kind} ${hit.id}`} hit={hit} onChoose={onChoose} />
    ))}
  </ul>
);

/** Says how many results were found, and what the search did not cover. */
export const sayFound = ({ found, isBusy, more }: Search): string => {
  if (!found) return isBusy ? 'Searching …' : '';
  const { items, partial, searchedTo, warnings = [] } = found;
  return [
    items.length === 0 ? 'Nothing has these words.' : `${plural(items.length, 'result')}${more ? ', and more' : ''}.`,
    ...(partial ? ['The time was over before all was looked at: more or rarer words find the rest.'] : []),
    ...warnings,
    ...(searchedTo === undefined ? [] : [`Entries after #${count(searchedTo)} are not in the search yet.`]),
  ].join(' ');
};

export const MoreHits = ({ more }: Pick<Search, 'more'>) =>
  more ? <Button class="button more-hits" act={more} says="More results" /> : null;

/** Arrows go from the field through the results, Enter in the field opens the first, Escape leads back to the field. */
export const stepThroughHits = (event: TargetedKeyboardEvent<HTMLElement>): void => {
  const { key, currentTarget, target } = event;
  const field = currentTarget.querySelector<HTMLElement>('input[type=search]');
  const hits = [...currentTarget.querySelectorAll<HTMLElement>('.hit')];
  const at = hits.indexOf(target as HTMLElement);
  if (at === -1 && target !== field) return;
  if (key === 'ArrowDown') hits[Math.min(at + 1, hits.length - 1)]?.focus();
  else if (key === 'ArrowUp') (at > 0 ? hits[at - 1] : field)?.focus();
  else if (key === 'Escape' && at !== -1) field?.focus();
  else if (key === 'Enter' && at === -1 && !currentTarget.querySelector('[data-busy=true]')) hits[0]?.click();
  else return;
  event.preventDefault();
  event.stopPropagation();
};
