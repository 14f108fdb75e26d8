/** The words with which prompts name their parts, in the languages in which templates are commonly written. */

/** Nouns that name retrieved texts, and hardly anything else at the head of a block. */
const CONTEXT =
  'context|contexts|documents?|passages?|search results|excerpts|snippets|chunks|knowledge base|컨텍스트|문맥|문서|참고 ?자료|참고 ?문서|검색 ?결과|コンテキスト|コンテクスト|文脈|参考資料|参考情報|参考文書|ドキュメント|検索結果|上下文|参考资料|参考文档|参考内容|背景信息|背景資料|检索结果|知识库|文档|文檔|kontext|dokumente|contexte|extraits|contexto|documentos|fragmentos|contesto|documenti|контекст|документы';
/** Nouns that stand at the head of many things. */
const MAYBE =
  'sources?|facts|results|articles|information|knowledge|references|background|자료|資料|资料|quellen|hintergrund|fuentes|fonti|fontes|источники';
const KIND = 'retrieved|relevant|provided|following|reference|supporting|background|search|knowledge|given|additional|available';
const BEFORE = '(?:^|\\n)[ \\t]{0,8}(?:#{1,6}[ \\t]{0,8}|\\*\\*|\\[\\[ ## |[[【])?';
/** The beginning of a passage, on the line of the label itself. */
const MARK =
  '(?=[[【［(]?(?:\\d{1,3}[\\])】］.]|[A-Za-z]{3,12} ?\\d{1,3}\\b)|<\\w|\\[?\\{|\\[(?:Document\\(|")|(?:Source|Title|Document|Content):)';

function labelled(nouns: string, kind: string): RegExp {
  return new RegExp(
    `${BEFORE}(?:(?:the )?(?:${KIND})[ \\t]{1,4})${kind}(?:${nouns})(?:[ \\t]{1,4}(?:information|documents|passages|excerpts|snippets|chunks|articles))?[ \\t]{0,8}(?:## \\]\\]|[\\]】])?(?:\\*\\*)?(?:[ \\t]{0,8}[:：][ \\t]{0,8}(?:\\*\\*)?[ \\t]{0,8}(?:\\n|$|${MARK})|[ \\t]{0,8}(?:\\n|$))`,
    'giu',
  );
}

/** A line that says that context follows, with nothing after it on the line but the context itself. */
export const CONTEXT_LABEL: RegExp = labelled(CONTEXT, '?');
/** The same with a noun that says so only beside the kind of it, as in `Retrieved information:`. */
export const CONTEXT_LABEL_OF_KIND: RegExp = labelled(MAYBE, '');
/** The same with a noun alone, which may head anything. */
export const MAYBE_CONTEXT_LABEL: RegExp = labelled(MAYBE, '?');

/** A sentence that ends its line and says that context follows: `Answer from the following documents:` */
export const CONTEXT_SENTENCE: RegExp =
  /^(?=[^\n]{0,400}\b(?:following|below|these|retrieved|provided|given|here are|here is)\b)(?=[^\n]{0,400}\b(?:context|documents|passages|sources|excerpts|snippets|chunks|search results|knowledge base|articles)\b)[^\n]{0,400}[:.：][ \t]{0,8}\n/gimu;

const QUESTIONS =
  "(?:(?:the |current |original )?(?:user(?:'s)?|customer|my|latest)[ \\t]{1,4})?(?:question|query|user input|user message|user request|q)|사용자 ?질문|질문|ユーザーの質問|質問|用户问题|使用者問題|问题|問題|frage|pregunta|domanda|pergunta|vraag|вопрос";
const ANSWERS =
  '(?:(?:helpful|your|final|short|concise)[ \\t]{1,4})?(?:answer|response|a)|답변|답|回答|答え|解答|答案|antwort|réponse|respuesta|risposta|resposta|antwoord|ответ';

/** What starts the question: a label, or a heading of its own. */
export const QUESTION_LABEL: RegExp = new RegExp(
  `(?:^|\\n)[ \\t]{0,8}(?:(?:#{1,6}[ \\t]{0,8}|\\*\\*)?(?:${QUESTIONS})(?:\\*\\*)?[ \\t]{0,8}[:：](?:\\*\\*)?[ \\t]{0,8}|#{1,6}[ \\t]{0,8}(?:${QUESTIONS})[ \\t]{0,8}\\n|\\[\\[ ## (?:${QUESTIONS}) ## \\]\\][ \\t]{0,8}\\n|<(?:user[_-]?)?(?:question|query)>)`,
  'giu',
);
/** A label for the answer that the model is to write after it. */
export const OPEN_ANSWER: RegExp = new RegExp(
  `\\n[ \\t]{0,8}(?:#{1,6}[ \\t]{0,8}|\\*\\*)?(?:${ANSWERS})(?:\\*\\*)?[ \\t]{0,8}[:：]?(?:\\*\\*)?\\s*$`,
  'iu',
);
/** An answer that is given: the question before it is one of a list of questions and answers. */
export const GIVEN_ANSWER: RegExp = new RegExp(
  `\\n[ \\t]{0,8}(?:\\*\\*)?(?:${ANSWERS})(?:\\*\\*)?[ \\t]{0,8}[:：](?:\\*\\*)?[ \\t]{0,8}\\S`,
  'iu',
);

/** The head of another part of a prompt. */
export const OTHER_PART: RegExp =
  /^(?:#{1,6}[ \t]|\*\*)?(?:instructions?|rules?|task|guidelines|requirements|output format|format|chat history|conversation(?: history)?|history|previous conversation|examples?|notes?|constraints|question|answer|user|지침|지시|규칙|대화|指示|ルール|制約|会話|指令|规则|要求|对话|anweisungen|regeln|instrucciones|reglas|consignes|règles)[ \t]{0,8}(?:\*\*)?[:：]?(?:\*\*)?[ \t]{0,8}(?:\n|$)/iu;
/** What speaks of answering is said to the model. */
export const SPEAKS_OF_ANSWERING: RegExp =
  /^(?:please |now |only |then )?(?:answer|respond|reply|use|using|based|given|from|with|cite|do not|don't|if|keep|be|write|provide|say|always|never|remember|make sure|you|return|output|explain|think|list|rate|rank)\b[^\n]{0,400}\b(?:answer|respond|reply|question|query|context|cite|citations?|facts|documents|sources|concise|brief|briefly|don't know|say so|json|language|format|scores?|step by step)\b|^(?:please )?(?:answer|respond|reply)\b|답변|답하|질문|컨텍스트|문맥|答え|回答|質問|コンテキスト|上下文|问题|antworte|beantworte|frage|kontext|répond|contexte|responde|pregunta|contexto|rispond|domanda|ответь/iu;
/** A model that is asked to judge documents answers nothing with them: a reranker's prompt, or an evaluator's. */
export const ASKS_TO_JUDGE: RegExp =
  /(?:^|[.\n:][ \t]{0,8})(?:please |you will |your task is to |your job is to |you are asked to )?(?:rate|rank|score|grade|evaluate|assess|judge)\b[^\n]{0,100}\b(?:relevan|passages?|documents?|answers?|context)/iu;
/** Said to a model, not to a reader: no passage begins so where others do not. */
export const RULE_OF_BEHAVIOUR: RegExp = /^(?:you|your|the user|do not|don't|always|never|answer|respond|reply|be)\b/iu;
