import { defaultLimits, type Endpoint, type EndpointName, endpoints } from '@pairspace/protocol';
import { type FullSessionFixture, type HttpRequest, sampleOf } from 'pairspace-conformance';
import type { RequestChange, WorstRequest } from './worst-requests.ts';
import { longestText } from './worst-values.ts';

/** Repetitions of these parts cost a search most: of letters, spaces, marks of Markdown, tokens, and half characters. */
const parts = [
  ' ,\t,\n,\r\n,-,_,.,/,:,=,+,@,@a ,#,# \n,`,```\n,*,[,](,(,<,</,&,\\,",%,{,|,!,a,A,aA,a.,a ,0,é,漢,👍,\u0301,\ufe0f',
  '\u0000,\u2028,\u202e,\ud800,-agt_,agt_A,ses_,eyJ,https://',
]
  .flatMap((some) => some.split(','))
  .concat(',', ', ', 'a,');
const texts = parts.flatMap((part) => ['', '\n\u0001'].map((end) => ({ part, end })));

const ofLength = ({ part, end }: (typeof texts)[number], characters: number): string =>
  part.repeat(Math.max(1, Math.floor((characters - end.length) / part.length))) + end;

/** Gives the next texts to each field and header, so that the fields together get the whole list. */
class Rotation {
  #next = 0;

  take(count: number, characters: number): string[] {
    return Array.from({ length: count }, () => {
      return ofLength(texts[this.#next++ % texts.length] ?? { part: ' ', end: '' }, characters);
    });
  }
}

const rotation = new Rotation();

/** The length of a text that fits into a head besides everything else. */
const headCharacters = 15_000;

const printable = (text: string): string => text.replace(/[^\t -~]/g, ' ');

/** Valid and refused calls with the most expensive texts: in fields of the body, in the query and in the path. */
export function* hostileChanges(
  name: EndpointName,
  fixture: FullSessionFixture,
  count: number,
): Generator<RequestChange> {
  const endpoint: Endpoint = endpoints[name];
  const { body = {} } = sampleOf(name, fixture);
  const limitBytes = defaultLimits.bodyBytes;
  for (const [field, schema] of Object.entries(endpoint.body?.shape ?? {})) {
    const characters = longestText(schema as never, limitBytes / 3);
    if (characters === 0) continue;
    for (const text of rotation.take(count, characters)) {
      if (Buffer.byteLength(JSON.stringify({ ...body, [field]: text })) > limitBytes) continue;
      yield { how: `hostile ${field}: ${shown(text)}`, body: { [field]: text } };
    }
  }
  for (const field of Object.keys(endpoint.query?.shape ?? {})) {
    if (field === 'wait') continue;
    for (const text of rotation.take(count, headCharacters / 6)) {
      yield { how: `hostile query ${field}: ${shown(text)}`, query: { [field]: text.toWellFormed() } };
    }
  }
}

const shown = (text: string): string => `${String(text.length)} characters like ${JSON.stringify(text.slice(0, 12))}`;

/** Every header that the service or its framework reads. */
const headers = [
  'accept',
  'accept-encoding',
  'authorization',
  'content-type',
  'cookie',
  'host',
  'idempotency-key',
  'if-match',
  'if-none-match',
  'last-event-id',
  'origin',
  'prefer',
  'range',
  'sec-fetch-site',
  'traceparent',
  'tracestate',
  'x-agent-key',
  'x-create-key',
  'x-forwarded-for',
];

/** Requests with a hostile header or path, for pages, documents and the API. */
export function* hostileHeads(sessionId: string, count: number): Generator<{ how: string; request: HttpRequest }> {
  const paths = ['/', '/docs', '/assets/', '/api/openapi.json', '/skill.md', `/api/sessions/${sessionId}/messages`];
  for (const path of paths) {
    for (const header of headers) {
      const texts = [
        ...rotation.take(count, headCharacters),
        ' '.repeat(headCharacters),
        ', '.repeat(headCharacters / 2),
      ];
      for (const text of texts) {
        const value = `x${printable(text)}x`;
        yield {
          how: `${path}, hostile ${header}: ${shown(value)}`,
          request: { method: 'GET', path, headers: { [header]: value } },
        };
      }
    }
  }
  const before = ['/', '/j/', '/docs/', '/assets/', '/api/', '/api/sessions/', `/api/sessions/${sessionId}/files/`];
  for (const beginning of before) {
    const texts = [...rotation.take(count * 4, headCharacters / 9), '/'.repeat(headCharacters)];
    for (const text of texts) {
      const path = `${beginning}${encodeURIComponent(text.toWellFormed()).slice(0, headCharacters)}`;
      yield { how: `hostile path: ${shown(path)}`, request: { method: 'GET', path } };
    }
  }
}

/** Texts that once blocked the service for seconds. */
export const hostileTexts = ({ creator, note }: FullSessionFixture): [EndpointName, WorstRequest][] => {
  const edit = (how: string, edits: object[]): [EndpointName, WorstRequest] => [
    'editNote',
    { how, caller: creator, given: { params: { noteId: note.id }, body: { edits } } },
  ];
  const tokens = '-agt_'.repeat(200_000);
  return [
    ['createNote', { how: 'beginnings of tokens', caller: creator, given: { body: { title: 'T', content: tokens } } }],
    [
      'postMessage',
      { how: 'beginnings of tokens', caller: creator, given: { body: { content: tokens.slice(0, 99_000) } } },
    ],
    edit('a heading of spaces', [{ section: { heading: `a${' '.repeat(600)}\u2028`, content: '' } }]),
    edit('a document of one heading', [
      { append: `# a${' '.repeat(190_000)}b` },
      { section: { heading: '# b', content: 'x' } },
    ]),
    edit('a hundred sections of a document of headings', [
      { append: '# \n'.repeat(250_000) },
      ...Array.from({ length: 99 }, (_, index) => ({ section: { heading: `# ${String(index)}`, content: '' } })),
    ]),
  ];
};
