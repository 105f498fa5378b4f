import { type Message, visibleLine } from '@pairspace/protocol';
import { Name } from '../ui/who.tsx';
import { Leads } from './leads.tsx';

const quotedCharacters = 140;

/** What is needed of a message to quote it. */
export type Quoted = Pick<Message, 'seq' | 'authorName' | 'content'>;

/** What a message answers, as one line that leads there. */
export const Quote = ({ of }: { of: Quoted | undefined }) =>
  of ? (
    <Leads to={{ seq: of.seq }} class="quote">
      <b>
        <Name>{of.authorName}</Name>
      </b>{' '}
      <span class="cut" dir="auto">
        {visibleLine(of.content.slice(0, quotedCharacters).replace(/\s+/g, ' '))}
      </span>
      <span class="num faint">#{of.seq}</span>
    </Leads>
  ) : (
    <p class="quote faint">in answer to an earlier message</p>
  );
