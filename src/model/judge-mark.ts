/** Begins the instructions of every judge of ours, so that whoever traces the call, a gateway between us and the model perhaps, says whose it was. */
export const JUDGE_MARK = 'ragmeter-judge';

/** And this begins what is graded, for those who keep no instructions. A turn's own texts never stand there. */
export const JUDGE_DATA_MARK: string = `{"for":"${JUDGE_MARK}"`;
