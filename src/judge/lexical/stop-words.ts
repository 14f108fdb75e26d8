/** Function words by language: articles, pronouns, prepositions, auxiliaries, question words. They match everywhere and so tell nothing. */
const LATIN_SCRIPT: readonly ReadonlySet<string>[] = [
  set(`a an the of to in on at for from by with and or but not nor is are was were be been being am do does did done has have had having can
    could will would shall should may might must it its this that these those there here i you he she we they me my your his her our their
    them him us as if so than then too very just what which who whom whose when where why how s t d ll re ve m don won isn aren doesn didn
    about into over under up down out off more most some any all no also only please tell explain use used uses using
    much respectively following`),
  set(`der die das den dem des ein eine einen einem einer eines und oder aber nicht kein keine ist sind war waren sein wird werden wurde wurden
    hat haben hatte kann können muss ich du er sie es wir ihr mein dein sich in im an am auf aus bei mit nach von vom zu zum zur für über unter
    um als wie was wer wo wann warum welche welcher welches dass wenn auch nur noch so`),
  set(`le la les l un une des du de d et ou mais ne pas est sont était étaient être a ont avait avoir peut je tu il elle on nous vous ils elles
    mon ma mes ton son sa ses ce cet cette ces qui que qu quoi quel quelle quels quelles quand où comment pourquoi dans sur sous par pour avec
    sans en au aux plus se s y si combien`),
  set(`el la los las un una unos unas de del y o u pero no es son era eran fue fueron ser está están ha han haber puede yo tú él ella nosotros
    ellos mi tu su sus me te se lo le les que qué quién quiénes cuál cuáles cuándo cuánto cuántos dónde cómo por para con sin en a al sobre
    entre más muy si como`),
  set(`o a os as um uma uns umas de do da dos das e ou mas não é são era eram foi foram ser está estão tem há pode eu tu ele ela nós eles elas meu
    seu sua seus suas me te se lhe que quem qual quais quando quanto quantos onde como por para com sem em no na nos nas ao à sobre mais muito
    se`),
  set(`il lo la i gli le un uno una di del della dei delle da dal in nel nella su sul con per tra fra e o ma non è sono era erano fu essere ha
    hanno può io tu lui lei noi voi loro mio suo sua si che chi cosa quale quali quando quanto dove come perché più molto al alla`),
  set(`de het een van en of maar niet is zijn was waren wordt worden werd heeft hebben had kan ik je jij hij zij ze wij we u mijn zijn haar in op
    aan bij met naar uit voor door over om te als dat die dit deze wat wie waar wanneer waarom hoe welke er ook nog`),
];

/** Scripts that no other list shares: these hold for every question. */
const OTHER_SCRIPTS: ReadonlySet<string> = set(`
  и в во не что он на я с со как а то она так его но да ты к у же вы за бы по ее мне было от меня еще о из ему когда или кто какой какая какие где
  почему сколько это этот эта для быть был была были при
  무엇 무엇인 무엇인가 무엇인가요 무엇이 언제 언제인 언제인가 언제인가요 누구 누구인가 누구인가요 어디 어디인 어디인가 어디인가요 어떻게 어떤 얼마나 몇 왜 있나요
  있는가 있는 인가 인가요 하나요 했나요 되나요 가장 수 및 또는 또한 때 후 중 년 월 일 명 개 할 한 된 그 이 저 것
  から まで など という として ください ですか ますか どのよう どのような どこ いつ だれ なぜ いくつ いくら どの 何 誰 年 月 日 人 者 こと もの とき ため 場合 的
  了 是 在 吗 什么 什麼 和 有 为 為 与 與 我 你 他 她 它 们 們 这 這 那 哪 哪个 谁 誰 怎么 怎麼 如何 多少 几 中 上 下 就 都 也 呢 被 把 对 於 于 之 请 請
  في من على إلى الى عن مع هذا هذه ذلك التي الذي ما ماذا متى أين اين كيف لماذا كم هل هو هي كان كانت أن ان إن لا لم و أو او ثم قد
  है हैं था थे थी का की के को में से पर और या यह वह ये वे क्या कब कहाँ कहां कैसे क्यों कौन किस किसने कितने कितना कितनी ने भी ही तो जो एक नहीं हो कर
  ที่ และ ใน ของ เป็น มี ได้ ให้ ไม่ จะ ว่า กับ หรือ คือ อะไร ใคร เมื่อ เมื่อไร เมื่อไหร่ ไหน อย่างไร ทำไม เท่าไร เท่าไหร่ กี่ นี้ นั้น การ ความ ครับ ค่ะ ไหม จาก โดย ต้อง
`);

// One or two kana in a row are nearly always grammar.
const SHORT_HIRAGANA = /^[\u3041-\u309f]{1,2}$/;

/** Says of a word, as it stands in folded text, whether it is a function word. */
export type IsStopWord = (word: string) => boolean;

/** The function words that hold for a question. */
export interface StopWords {
  readonly has: IsStopWord;
  /** Whether a function word says that words in Latin script are English. */
  readonly isEnglish: boolean;
}

/**
 * Of the lists in Latin script the one with the most hits is taken, English where none leads: all at once would drop "die", "pour", "hat" and
 * "comment" from English questions.
 */
export function stopWordsFor(words: readonly string[]): StopWords {
  let best: ReadonlySet<string> = new Set();
  let most = -1;
  for (const list of LATIN_SCRIPT) {
    const hits = words.filter((word) => list.has(word)).length;
    if (hits > most) {
      best = list;
      most = hits;
    }
  }
  return {
    has: (word) => best.has(word) || OTHER_SCRIPTS.has(word) || SHORT_HIRAGANA.test(word),
    isEnglish: most > 0 && best === LATIN_SCRIPT[0],
  };
}

function set(words: string): ReadonlySet<string> {
  return new Set(words.trim().split(/\s+/u));
}
