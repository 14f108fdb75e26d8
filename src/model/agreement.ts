/** How far one judge agreed with people, as `ragmeter.judge.agreement` tells it. */
export interface JudgeAgreement {
  readonly judge: { readonly id: string; readonly version: string };
  /** Cohen's kappa on whether a document is relevant, -1..1. */
  readonly kappa: number;
}
