import { answerTasks } from '../threads/answer-tasks.ts';
import { parseJson } from './parse-json.ts';

answerTasks(parseJson);
