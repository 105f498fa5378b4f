import { answerTasks } from '../threads/answer-tasks.ts';
import { editText } from './edit-text.ts';

answerTasks(editText);
