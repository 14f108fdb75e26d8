import { LABEL } from '../alerts/metrics.ts';

/** Which series a dashboard shows: label matchers with its variables in them, for metrics that tell more or less. */
export interface Selection {
  /** Of metrics that tell evaluation and service. */
  readonly evaluation: string;
  /** Of metrics that tell the service, and nothing of an evaluation. */
  readonly service: string;
  /** Of metrics that tell the judge alone. */
  readonly judge: string;
  /** Of metrics that tell evaluation and judge, and no service. */
  readonly agreement: string;
  /** What a line is called that stands for one baseline. */
  readonly legend: string;
}

const matches = (label: string, variable: string): string => `${label}=~"$${variable}"`;
const SERVICE = matches(LABEL.service, 'service');
const EVALUATION = matches(LABEL.evaluation, 'evaluation');
const JUDGE = matches(LABEL.judge, 'judge');

/** One evaluation of many services, whoever judges. */
export const MANY_SERVICES: Selection = {
  evaluation: `${SERVICE}, ${EVALUATION}`,
  service: SERVICE,
  judge: '',
  agreement: EVALUATION,
  legend: `{{${LABEL.service}}}`,
};

/** One evaluation of one service, by judge and version. */
export const ONE_SERVICE: Selection = {
  evaluation: `${SERVICE}, ${EVALUATION}, ${JUDGE}, ${matches(LABEL.version, 'version')}`,
  service: SERVICE,
  judge: JUDGE,
  agreement: `${EVALUATION}, ${JUDGE}`,
  legend: `{{${LABEL.version}}}`,
};

/** A series with matchers; empty ones are left out. */
export function selected(series: string, ...matchers: readonly string[]): string {
  const all = matchers.filter((matcher) => matcher !== '').join(', ');
  return all === '' ? series : `${series}{${all}}`;
}
