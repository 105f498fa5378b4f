import { type Message, visibleLine } from '@pairspace/protocol';
import { Named } from '../ui/who.tsx';
import { nameOfActor } from '../lib/person-name.ts';
import { TargetLink } from './target-link.tsx';

const quotedCharacters = 140;

/** The fields of a message that a quotation needs. */
export type Quoted = Pick<Message, 'seq' | 'authorName' | 'content'> & Partial<Pick<Message, 'authorRole'>>;

/** The message to which another message replies, as one line with a link. */
export const Quote = ({ of }: { of: Quoted | undefined }) =>
  of ? (
    <TargetLink to={{ seq: of.seq }} class="quote">
      <Named as="b" class="cut" name={nameOfActor({ kind: of.authorRole ?? '', name: of.authorName })} />{' '}
      <span class="cut" dir="auto">
        {visibleLine(of.content.slice(0, quotedCharacters).replace(/\s+/g, ' '))}
      </span>
      <span class="num faint">#{of.seq}</span>
    </TargetLink>
  ) : (
    <p class="quote faint">in answer to an earlier message</p>
  );
