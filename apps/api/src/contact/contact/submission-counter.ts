import { Injectable } from '@nestjs/common';
import { MetricsService } from '../../platform/metrics/metrics.service.js';

const OUTCOMES = [
  'accepted',
  'held',
  'repeated',
  'failed',
  'refused',
  'limited',
  'unavailable',
  'error',
] as const;

/** Counts what visitors were answered, for the metrics. */
@Injectable()
export class SubmissionCounter {
  readonly count: (outcome: (typeof OUTCOMES)[number]) => void;

  constructor(metrics: MetricsService) {
    this.count = metrics.counter({
      name: 'sitedesk_submissions_total',
      help: 'Submissions by what the visitor was answered; held: stored for review; failed: stored, but the email could not be sent',
      label: 'outcome',
      values: OUTCOMES,
    });
  }
}
