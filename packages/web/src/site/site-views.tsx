import type { FunctionComponent } from 'preact';
import { renderToString } from 'preact-render-to-string';
// Registers more languages for the highlighter. In the live page they would take too much download.
import 'highlight.js/lib/common';
import type { SiteView, SiteViews } from '@pairspace/protocol/site';
import { SettingContext } from '../content/setting.ts';
import { languageOf } from '../lib/code-lines.ts';
import { compareLines } from '../lib/compare-lines.ts';
import { highlightCode } from '../lib/highlighter.ts';
import { colourWith, markdownHtml } from '../lib/markdown.ts';
import { visibleText } from '@pairspace/protocol';
import { BytesFile, Files, TextFile } from './file-views.tsx';
import { Empty, Foot, Heading, Summary, Top } from './frame-views.tsx';
import { JobView } from './job-views.tsx';
import { History, Notes, NoteVersionView } from './note-views.tsx';
import { Observers, People } from './people-views.tsx';
import { siteSetting } from './site-setting.ts';
import { Asks, Tasks } from './table-views.tsx';
import { Entries, TurnView } from './timeline-views.tsx';
import type { ViewOf } from './view-of.ts';

const views: { [Kind in SiteView['kind']]: FunctionComponent<ViewOf<Kind>> } = {
  top: Top,
  foot: Foot,
  heading: Heading,
  summary: Summary,
  entries: Entries,
  turn: TurnView,
  empty: Empty,
  tasks: Tasks,
  asks: Asks,
  notes: Notes,
  note: NoteVersionView,
  history: History,
  files: Files,
  file: TextFile,
  bytes: BytesFile,
  job: JobView,
  people: People,
  observers: Observers,
};

/** Longer than on the page, because nobody waits for this thread and its machine may be busy. */
const colouringMs = 2000;
colourWith(highlightCode, colouringMs);

const viewHtml: SiteViews['viewHtml'] = (view) => {
  const View = views[view.kind] as FunctionComponent<SiteView>;
  return renderToString(
    <SettingContext.Provider value={siteSetting(view.links ?? {})}>
      <View {...view} />
    </SettingContext.Provider>,
  );
};

const codeHtml: SiteViews['codeHtml'] = (text, path) => highlightCode(visibleText(text), languageOf(path), colouringMs);

export { codeHtml, compareLines, markdownHtml, viewHtml };
