export { questionOf } from '../lambdas/domain/site-question.ts';
