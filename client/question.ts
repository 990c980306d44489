export { questionOf } from '../lambdas/domain/site/site-question.ts';
