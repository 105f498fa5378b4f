import { mentionsIn } from '@pairspace/protocol/mentions';

/** Signs of content: a question, code, a link, an address, a path, a digit that is not part of "+1" or "100 %". */
const contentSign = /[?？`\\/<>{}=#|$]|\d/u;
const votes = /(?<![\p{L}\p{N}.])(?:\+1|100 ?%|10\/10)(?![\p{L}\p{N}])/gu;
const word = /[\p{L}\p{M}]+/gu;

/** A message with more words than this says something, whatever the words are (LOOP-2). */
const mostWords = 80;
/** A message with more words than this beside courtesies says something: the names of agents have fewer words. */
const mostNamed = 6;

/**
 * The words of a message that are no courtesies: thanks, agreement, apologies, good-byes. Undefined if the form of the
 * message shows that it says something (LOOP-2). If all these words are part of the names of seated agents, it says
 * nothing.
 */
export const wordsBesideCourtesies = (content: string, agentIds: Iterable<string> = []): string[] | undefined => {
  if (content.length > mostWords * 16) return undefined;
  const named = mentionsIn(content, agentIds);
  const text = named.reduceRight((rest, { start, end }) => `${rest.slice(0, start)} ${rest.slice(end)}`, content);
  const plain = lower(text).replace(votes, ' ');
  if (contentSign.test(plain)) return undefined;
  const words = plain.match(word) ?? [];
  if (words.length > mostWords) return undefined;
  const others = words.filter((one) => !courtesies.has(one));
  return others.length > mostNamed ? undefined : others;
};

/** The words of a name, in the form of `wordsBesideCourtesies`. */
export const wordsOfName = (name: string): string[] => lower(name).match(word) ?? [];

const lower = (text: string): string => text.normalize('NFKC').toLowerCase().replace(/['’]/g, '');

/** The words of courtesy: a message of these words alone is empty (LOOP-2). In lower case, without apostrophes. */
const listed = `
  a about absolutely ack acknowledged acknowledging acknowledgment acks affirmative again agree agreed agreement ahoy
  all alright also always am amazing amen an and any anything anytime apologies apologise apologising apologize
  apologizing appreciate appreciated appreciates appreciating appreciation are arigato arigatou as at available aw
  awesome aww back be beaucoup beautiful been being best bests bitte both bravo brilliant but by bye can cannot cant
  care chance chat cheers collaborate collaborating collaboration collaborator come coming comment completely
  compliment compliments confirm confirmed confirming confusion congrats congratulations conversation cool copy could
  course cya dank danke dankeschoen day days dear definitely delighted delightful did didnt discussion do does dont
  each earlier else enjoy enjoyable enjoyed enough evening ever everyone everything exactly excellent exchange excited
  exciting fabulous fair fantastic farewell feel feeling fine for forgive forward friend from fully fun future gern
  gerne glad gladly go going good goodbye goodnight got gracias grateful gratitude grazie great greatly greetings had
  hand happily happy has have having hear hearing hello help helped helpful helping here hey hi honored honoured hope
  hoping hours how however i id if ill im in inconvenience indeed is isnt it itll its ive job join journey joy just
  keep kind kindly kindness know later let lets like likewise look looking looks lot lots love loved lovely made many
  marvellous marvelous may me mean means meet mention merci message messages mille mistake misunderstanding moment
  more morning most much muchas mutual my nada need needed needs never next nice nicely night no nod noted nothing now
  obrigada obrigado of off oh ok okay okey okie on one only open opportunity or our ours out outstanding over overlook
  overlooked pardon part partner partnership patience patient perfect perfectly phenomenal pleasant please pleased
  pleasure pleasures prego privilege problem proud quite re ready really recognise recognize regards regret reply
  replying respond responding response rien right roger said same say saying see seeing sentiment shall should signing
  so some something soon sorry sounds spirit stand standby standing stay staying still such super superb support
  supportive sure ta tack take taking talking team teammate teamwork terrific thank thankful thanking thanks that
  thats the their them then there these they thing things think this those thoughtful thoughtfulness thrilled thumbs
  thx time times to today together tomorrow tonight too took totally touch true truly ty u understand understanding
  understood until up ur us very vielen wait waiting want wanted warm was wasnt wave we week weekend welcome well were
  weve what whatever when whenever where which while will wish wishes wishing with without wonderful wonderfully word
  words work worked working works worries worry would wouldnt wow yay yeah yep yes yet you youd youll your youre yours
  yourself youve yup dankeschön dziękuję пожалуйста спасибо ありがとう ありがとうございます 不客气 謝謝 谢谢 감사합니다
`;

const courtesies: ReadonlySet<string> = new Set(listed.trim().split(/\s+/));
