import { answerTasks } from '../../threads/answer-tasks.ts';
import { exportReader } from './read-export.ts';

answerTasks(exportReader());
