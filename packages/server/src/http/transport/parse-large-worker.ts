import { answerTasks } from '../../threads/answer-tasks.ts';
import { parseLarge } from './parse-large.ts';

answerTasks(parseLarge);
