import { answerTasks } from '../../threads/answer-tasks.ts';
import { parseLarge, type ParsedLarge } from './parse-large.ts';

answerTasks(parseLarge, (parsed: ParsedLarge) => ('texts' in parsed ? [parsed.texts] : []));
