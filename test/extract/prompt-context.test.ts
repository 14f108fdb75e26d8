import { expect, test } from 'vitest';
import { promptContext } from '../../src/extract/prompt-context.ts';
import { BOTH, FIRST, SECOND } from './passages.ts';

const QUESTION = 'How long do I have to return a tent?';
const bracketed = BOTH.map((text, at) => `[${at + 1}] ${text}`).join('\n\n');

function read(content: string): { readonly texts: readonly (string | undefined)[]; readonly question: string | undefined } | undefined {
  const found = promptContext([{ role: 'user', content }]);
  return found && { texts: found.documents.map(({ text }) => text), question: found.question };
}

/** What can stand as the context of a prompt, under `Context:` and before the question. */
test.for([
  { name: 'numbers in brackets', context: bracketed },
  { name: 'numbers in brackets, line by line', context: BOTH.map((text, at) => `[${at + 1}] ${text}`).join('\n') },
  { name: 'numbers in brackets, from 0', context: BOTH.map((text, at) => `[${at}]: ${text}`).join('\n') },
  { name: 'wide brackets', context: BOTH.map((text, at) => `【${at + 1}】${text}`).join('\n') },
  { name: 'documents in brackets', context: BOTH.map((text, at) => `[Document ${at + 1}]\n${text}`).join('\n\n') },
  {
    name: 'documents in brackets with a source',
    context: BOTH.map((text, at) => `[Source ${at + 1}: policies/${at}.md]\n${text}`).join('\n\n'),
  },
  { name: 'documents with a colon', context: BOTH.map((text, at) => `Document ${at + 1}: ${text}`).join('\n') },
  {
    name: 'documents with a title in brackets',
    context: BOTH.map((text, at) => `Document [${at + 1}](Title: Returns) ${text}`).join('\n'),
  },
  { name: 'passages with a dot', context: BOTH.map((text, at) => `Passage ${at + 1}. ${text}`).join('\n') },
  { name: 'numbered headings', context: BOTH.map((text, at) => `### Document ${at + 1}\n${text}`).join('\n\n') },
  { name: 'numbered rules', context: BOTH.map((text, at) => `--- Document ${at + 1} ---\n${text}`).join('\n\n') },
  { name: 'numbered rules of another kind', context: BOTH.map((text, at) => `=== Source ${at + 1} ===\n${text}`).join('\n\n') },
  { name: 'short names', context: BOTH.map((text, at) => `[doc${at + 1}]: ${text}`).join('\n') },
  { name: 'a numbered list', context: BOTH.map((text, at) => `${at + 1}. ${text}`).join('\n') },
  { name: 'a list numbered in parentheses', context: BOTH.map((text, at) => `(${at + 1}) ${text}`).join('\n') },
  { name: 'Korean', context: BOTH.map((text, at) => `문서 ${at + 1}: ${text}`).join('\n') },
  { name: 'Japanese', context: BOTH.map((text, at) => `【資料${at + 1}】\n${text}`).join('\n') },
  { name: 'Chinese', context: BOTH.map((text, at) => `文档${at + 1}：${text}`).join('\n') },
  { name: 'German', context: BOTH.map((text, at) => `Dokument ${at + 1}: ${text}`).join('\n') },
  { name: 'sources with content', context: BOTH.map((text, at) => `Source: p/${at}.md\nContent: ${text}`).join('\n\n') },
  { name: 'contents alone', context: BOTH.map((text) => `Content: ${text}`).join('\n\n') },
  { name: 'titles', context: BOTH.map((text) => `Title: Returns\nURL: https://a.example\n${text}`).join('\n\n') },
  { name: 'Japanese labels', context: BOTH.map((text, at) => `出典：p/${at}.md\n内容：${text}`).join('\n\n') },
  { name: 'names of files', context: BOTH.map((text, at) => `returns-${at}.pdf: ${text}`).join('\n') },
  { name: 'names of files alone on a line', context: BOTH.map((text, at) => `[${at + 1}] returns.md\n${text}`).join('\n\n') },
  { name: 'rules', context: BOTH.join('\n---\n') },
  { name: 'other rules', context: BOTH.join('\n\n===\n\n') },
  { name: 'headings', context: BOTH.map((text, at) => `### Returns ${'ab'[at]}\n${text}`).join('\n\n') },
  { name: 'sources in brackets', context: BOTH.map((text, at) => `[Source: p/${at}.md]\n${text}`).join('\n\n') },
  { name: 'files in brackets', context: BOTH.map((text, at) => `[r${at}.md] ${text}`).join('\n') },
  { name: 'beginnings and ends', context: BOTH.map((text, at) => `BEGIN DOCUMENT ${at + 1}\n${text}\nEND DOCUMENT ${at + 1}`).join('\n') },
  { name: 'a JSON map', context: JSON.stringify({ documents: BOTH.map((text) => ({ text })) }, null, 2) },
  { name: 'rules with names', context: BOTH.map((text, at) => `=== p/${at}.md ===\n${text}`).join('\n') },
  { name: 'tags', context: BOTH.map((text, at) => `<document id="${at}">\n${text}\n</document>`).join('\n') },
  { name: 'numbered tags', context: BOTH.map((text, at) => `<document_${at + 1}>\n${text}\n</document_${at + 1}>`).join('\n') },
  { name: 'any tag that is repeated', context: BOTH.map((text) => `<faq topic="returns">${text}</faq>`).join('\n') },
  { name: 'tags with a source', context: BOTH.map((text, at) => `<doc><source>p/${at}.md</source>${text}</doc>`).join('') },
  { name: 'a JSON list', context: JSON.stringify(BOTH.map((text, at) => ({ id: at, text }))) },
  {
    name: 'a JSON list over lines',
    context: JSON.stringify(
      BOTH.map((content) => ({ content, metadata: { a: [1] } })),
      null,
      2,
    ),
  },
  { name: 'a JSON list of texts', context: JSON.stringify(BOTH) },
  { name: 'JSON lines', context: BOTH.map((text) => JSON.stringify({ text })).join('\n') },
  {
    name: 'documents as Python prints them',
    context: `[${BOTH.map((text) => `Document(metadata={'source': 'a.md'}, page_content='${text}')`).join(', ')}]`,
  },
])('passages as $name', ({ context }) => {
  expect(read(`Answer from the context.\n\nContext:\n${context}\n\nQuestion: ${QUESTION}\nAnswer:`)).toEqual({
    texts: BOTH,
    question: QUESTION,
  });
});

/** How a prompt can say what is its context and what its question. */
test.for([
  { name: 'headings', prompt: `## Context\n${bracketed}\n\n## Question\n${QUESTION}` },
  {
    name: 'headings with instructions between',
    prompt: `# Context\n\n${bracketed}\n\n# Instructions\n- Be brief.\n- Use the context.\n\n# Question\n${QUESTION}\n\n# Answer\n`,
  },
  { name: 'bold labels', prompt: `**Context:**\n${bracketed}\n\n**Question:** ${QUESTION}` },
  { name: 'tags', prompt: `<context>\n${bracketed}\n</context>\n\n<question>${QUESTION}</question>` },
  { name: 'a tag, then only the question', prompt: `<context>\n${bracketed}\n</context>\n\n${QUESTION}` },
  {
    name: 'a tag that the instructions name before',
    prompt: `Answer from what is in <context> tags.\n\n<context>\n${bracketed}\n</context>\n\nQuestion: ${QUESTION}`,
  },
  {
    name: 'an empty tag that the instructions name before',
    prompt: `Use the text in <context></context>.\n<context>${bracketed}</context>\nQuestion: ${QUESTION}`,
  },
  {
    name: 'the tags of Anthropic',
    prompt: `<documents>\n${BOTH.map((text, at) => `<document index="${at + 1}">\n<source>p/${at}.md</source>\n<document_content>\n${text}\n</document_content>\n</document>`).join('\n')}\n</documents>\n\n${QUESTION}`,
  },
  { name: 'tags of passages alone', prompt: `${BOTH.map((text) => `<document>${text}</document>`).join('\n')}\n\nQuestion: ${QUESTION}` },
  { name: 'the question first', prompt: `Question: ${QUESTION}\n\nContext:\n${bracketed}\n\nAnswer:` },
  { name: 'the question first, with instructions after', prompt: `Question: ${QUESTION}\n\nContext:\n${bracketed}\n\nAnswer briefly.` },
  {
    name: 'the question first, without a label',
    prompt: `${QUESTION}\n\nSources:\n\n${BOTH.map((text, at) => `r${at}.txt: ${text}`).join('\n')}`,
  },
  { name: 'the question last, without a label', prompt: `Context:\n${bracketed}\n\n${QUESTION}` },
  {
    name: 'instructions between',
    prompt: `Context:\n${bracketed}\n\nAnswer the question from the context only. Say so if it does not help.\n\nQuestion: ${QUESTION}`,
  },
  { name: 'context on the line of its label', prompt: `Question: ${QUESTION}\nContext: ${bracketed}\nAnswer:` },
  { name: 'a sentence', prompt: `Answer the question based only on the following documents:\n\n${bracketed}\n\nQuestion: ${QUESTION}` },
  {
    name: 'another sentence',
    prompt: `Use the following pieces of context to answer the question at the end.\n\n${bracketed}\n\nQuestion: ${QUESTION}\nHelpful Answer:`,
  },
  { name: 'retrieved information', prompt: `Retrieved information:\n${bracketed}\n\nUser question: ${QUESTION}` },
  {
    name: 'an example before',
    prompt: `Context:\n[1] Tents are sold in pairs, never singly.\nQuestion: Are tents sold singly?\nAnswer: No.\n\nContext:\n${bracketed}\n\nQuestion: ${QUESTION}`,
  },
  {
    name: 'chat history after',
    prompt: `Context:\n${bracketed}\n\nChat history:\nuser: Hello\nassistant: Hello!\n\nQuestion: ${QUESTION}`,
  },
  { name: 'Korean', prompt: `컨텍스트:\n${bracketed}\n\n질문: ${QUESTION}\n답변:` },
  { name: 'Japanese', prompt: `コンテキスト：\n${bracketed}\n\n質問：${QUESTION}\n回答：` },
  { name: 'Chinese', prompt: `参考资料：\n${bracketed}\n\n问题：${QUESTION}\n回答：` },
  { name: 'German', prompt: `Kontext:\n${bracketed}\n\nFrage: ${QUESTION}\nAntwort:` },
  { name: 'French', prompt: `Contexte :\n${bracketed}\n\nQuestion : ${QUESTION}\nRéponse :` },
  { name: 'Spanish', prompt: `Contexto:\n${bracketed}\n\nPregunta: ${QUESTION}\nRespuesta:` },
  {
    name: 'the template of LlamaIndex',
    prompt: `Context information is below.\n---------------------\n${BOTH.map((text, at) => `page_label: ${at}\nfile_path: /data/a.pdf\n\n${text}`).join('\n\n')}\n---------------------\nGiven the context information and not prior knowledge, answer the query.\nQuery: ${QUESTION}\nAnswer: `,
  },
  {
    name: 'the template of Kernel Memory',
    prompt: `Facts:\n${BOTH.map((text) => `==== [File:a.pdf;Relevance:85.0%]:\n${text}\n`).join('\n')}\n======\nGiven only the facts above, provide an answer.\nYou don't know where the facts come from.\nQuestion: ${QUESTION}\nAnswer: `,
  },
  {
    name: 'the template of DSPy',
    prompt: `[[ ## context ## ]]\n${BOTH.map((text, at) => `[${at + 1}] «${text}»`).join('\n')}\n\n[[ ## question ## ]]\n${QUESTION}\n\nRespond with the corresponding output fields, starting with the field [[ ## answer ## ]].`,
  },
  {
    name: 'the template of Open WebUI',
    prompt: `Respond to the query using the context, with [id] when the <source> tag has an id.\n\n<context>\n${BOTH.map((text, at) => `<source id="${at + 1}" name="a.pdf">${text}</source>`).join('\n')}\n</context>\n\n<user_query>\n${QUESTION}\n</user_query>`,
  },
  {
    name: 'end marks',
    prompt: `Context:\n${BOTH.map((text, at) => `[CONTEXT ${at}]:\n${text}\n[END CONTEXT ${at}]`).join('\n\n')}\n\nQuestion: ${QUESTION}`,
  },
  { name: 'quotation marks around the context', prompt: `Context:\n"""\n${bracketed}\n"""\n\nQuestion: ${QUESTION}` },
  { name: 'search results in a sentence', prompt: `Here are the search results:\n\n${bracketed}\n\nQuestion: ${QUESTION}` },
  {
    name: 'instructions after the question',
    prompt: `Context:\n${bracketed}\n\nQuestion: ${QUESTION}\n\nAnswer in the language of the question.`,
  },
])('a prompt with $name', ({ prompt }) => {
  expect(read(prompt)).toEqual({ texts: BOTH, question: QUESTION });
});

/** Passages that hold what marks passages and questions elsewhere. */
test.for([
  { name: 'a question and its answer', passage: 'Question: How do I update it?\nAnswer: Hold the button.' },
  { name: 'a label of context', passage: 'Context: only with the gas closed, never otherwise.' },
  { name: 'a template', passage: 'A prompt has two parts.\nContext:\n{context}\nQuestion: {question}\nAnswer: {answer}' },
  { name: 'a number in brackets', passage: 'As shown before\n[2] in the list of sources.' },
  { name: 'a numbered list', passage: 'Pitch it in steps:\n1. Unpack it.\n2. Stake it.' },
  { name: 'a rule', passage: 'Above the rule.\n---\nBelow the rule.' },
  { name: 'a heading', passage: 'It has parts.\n## Care\nDry it.' },
  { name: 'tags', passage: 'Write <item>tent</item> and <document>x</document> there.' },
  { name: 'JSON', passage: '{"product":"stove","page_content":"no field"}' },
  { name: 'a source', passage: 'It says\nSource: me\nand no more.' },
])('a passage that holds $name', ({ passage }) => {
  const texts = [passage, SECOND];
  const context = texts.map((text, at) => `[${at + 1}] ${text}`).join('\n\n');
  const tagged = texts.map((text, at) => `<passage id="${at}">\n${text}\n</passage>`).join('\n');
  expect(read(`Context:\n${context}\n\nQuestion: ${QUESTION}`)).toEqual({ texts, question: QUESTION });
  expect(read(`Question: ${QUESTION}\n\nContext:\n${context}`)).toEqual({ texts, question: QUESTION });
  expect(read(`<context>\n${tagged}\n</context>\n\nQuestion: ${QUESTION}`)).toEqual({ texts, question: QUESTION });
});

test.for([
  { name: 'a label line', context: `[1] Source: p/a.md\n${FIRST}\n\n[2] Source: p/b.md\n${SECOND}` },
  {
    name: 'several label lines',
    context: `[1]\nTitle: Returns\nScore: 0.8\nContent: ${FIRST}\n\n[2]\nTitle: Gas\nScore: 0.7\nContent: ${SECOND}`,
  },
  { name: 'a source in brackets', context: `[1] (p/a.md) ${FIRST}\n\n[2] (p/b.md) ${SECOND}` },
])('$name before a passage is no part of it', ({ context }) => {
  expect(read(`Context:\n${context}\n\nQuestion: ${QUESTION}`)?.texts).toEqual(BOTH);
});

test('passages over several paragraphs stay whole, the last one too', () => {
  const long = `${FIRST}\n\nBe quick: keep the answer card that came with it.`;
  const texts = [long, `${SECOND}\n\nReply to our letter within a week.`];
  const context = texts.map((text, at) => `[${at + 1}] ${text}`).join('\n\n');
  expect(read(`Context:\n${context}\n\nQuestion: ${QUESTION}`)?.texts).toEqual(texts);
});

test.for([
  {
    name: 'the system message',
    messages: [
      { role: 'system', content: `Help people.\n\nContext:\n${bracketed}\n\nAnswer briefly.` },
      { role: 'user', content: QUESTION },
    ],
    question: undefined,
  },
  {
    name: 'the system message, the question labelled',
    messages: [
      { role: 'system', content: `Context:\n${bracketed}` },
      { role: 'user', content: `Question: ${QUESTION}` },
    ],
    question: QUESTION,
  },
  {
    name: 'the last user message',
    messages: [
      { role: 'user', content: `Context:\n[1] ${SECOND}\nQuestion: And gas?` },
      { role: 'assistant', content: 'No.' },
      { role: 'user', content: `Context:\n${bracketed}\nQuestion: ${QUESTION}` },
    ],
    question: QUESTION,
  },
  {
    name: 'a user message right before the last',
    messages: [
      { role: 'user', content: `Context:\n${bracketed}` },
      { role: 'user', content: QUESTION },
    ],
    question: undefined,
  },
])('context in $name', ({ messages, question }) => {
  const found = promptContext(messages);
  expect(found?.documents.map(({ text }) => text)).toEqual(BOTH);
  expect(found?.question).toBe(question);
});

test.for([
  { name: 'a plain question', content: QUESTION },
  { name: 'context as a remark', content: `Context: I am a developer and new to this.\n\n${QUESTION}` },
  {
    name: 'context as a remark, with a list',
    content: `Context: I am a developer and new to this.\n\n1. How do tents work?\n2. How do stoves work?`,
  },
  { name: 'a list of things to do', content: `My list:\n1. ${FIRST}\n2. ${SECOND}\n\nPut it in order.` },
  { name: 'documents that someone needs', content: `What else do I need?\n\nDocuments:\n1. Passport\n2. Photo` },
  {
    name: 'rules under a heading',
    content: `# Context\n1. The company sells tents to many people.\n2. The company is in Norway since long.`,
  },
  { name: 'rules under a label', content: `Context:\n1. You are the help desk of a shop.\n2. You never speak of prices at all.` },
  {
    name: 'tool instructions',
    content: `# Tools\n1. search: finds documents by their text.\n2. order: finds orders by their number.\n\n# Rules\n1. Always search the documents first.`,
  },
  { name: 'sources to be written', content: `Write a report. End it with\n\nSources:\n1. ...\n2. ...` },
  {
    name: 'an article with its references',
    content: `Summarise this article.\n\nTents are old. They are made of cloth.\n\nReferences\n[1] Smith, The history of tents and poles, 2001.\n[2] Miller, On the use of cloth, 1999.`,
  },
  {
    name: 'an article with labelled references',
    content: `Summarise this article.\n\nTents are old.\n\nReferences:\n[1] Smith, The history of tents and poles, 2001.\n[2] Miller, On the use of cloth, 1999.`,
  },
  { name: 'an article in a tag', content: `<document>\n${FIRST}\n${SECOND}\n</document>\n\nSummarise it.` },
  { name: 'an article with sections', content: `Summarise:\n\n## Results\n${FIRST}\n\n## Discussion\n${SECOND}` },
  { name: 'examples', content: `Classify.\n\nExample 1: ${FIRST}\nLabel: returns\n\nExample 2: ${SECOND}\nLabel: gas\n\nText: It leaks.` },
  { name: 'code with tags', content: `Fix this:\n<ul><item>${FIRST}</item><item>${SECOND}</item></ul>\nWhy is it not shown?` },
  { name: 'a pasted chat', content: `Continue this conversation.\n\n[1] user: ${FIRST}\n[2] assistant: ${SECOND}` },
  { name: 'JSON to change', content: `Translate the following documents:\n${JSON.stringify(BOTH.map((text) => ({ text })))}` },
  { name: 'JSON to change, under a label', content: `Data:\n${JSON.stringify(BOTH.map((text) => ({ text })))}\n\nReturn it as CSV.` },
  { name: 'documents to summarise', content: `Summarise the following documents:\n\n${bracketed}` },
  {
    name: 'a way to think',
    content: `Solve it.\n\nContext\n1. Think about the problem first.\n2. Write down what you know of it.\n\nQuestion: ${QUESTION}`,
  },
  {
    name: 'a meeting',
    content: `Background information:\n1. We met on Monday with all teams.\n2. We decided to ship it on Friday.\n\nWrite the minutes. What is missing?`,
  },
  {
    name: 'a thread of mails',
    content: `Summarise:\n\nFrom: a@b\nSubject: x\nText of the first mail.\n---\nFrom: c@d\nSubject: x\nText of the second.`,
  },
  { name: 'a diff', content: `Explain:\n--- a/file.ts\n+++ b/file.ts\n-const a = 1\n+const a = 2` },
  {
    name: 'tables of a database',
    content: `Given the following tables, write SQL.\n\nTables:\n[1] users(id, name, email, created at)\n[2] orders(id, user, total, date)\n\nQuestion: How many are there?`,
  },
  {
    name: 'questions with answers as examples',
    content: 'Question: What is the capital of France?\nAnswer: Paris\n\nQuestion: What is the capital of Italy?\nAnswer:',
  },
  // Prompts of rerankers and of evaluators hold context and question, and answer nothing.
  {
    name: 'documents to rank',
    content: `Rank the passages by their relevance to the query.\n\nPassages:\n${bracketed}\n\nQuery: ${QUESTION}`,
  },
  {
    name: 'documents to rate',
    content: `You are an expert. Rate the relevance of each document to the question.\n\nDocuments:\n${bracketed}\n\nQuestion: ${QUESTION}`,
  },
  {
    name: 'an answer to judge',
    content: `You check answers.\n\nContext:\n${bracketed}\n\nQuestion: ${QUESTION}\n\nAnswer: 60 days.\n\nIs it supported by the context?`,
  },
  // Blank lines alone part nothing: whether this is one passage or two cannot be told.
  { name: 'context without marks', content: `Context:\n${BOTH.join('\n\n')}\n\nQuestion: ${QUESTION}` },
  { name: 'one block in a tag', content: `<context>\n${FIRST}\n</context>\n\nQuestion: ${QUESTION}` },
  // The list begins inside a passage: the passages themselves have no marks.
  {
    name: 'a passage with a list in it',
    content: `Context:\nPitch it on flat ground, out of the wind.\n1. Unpack all the poles first.\n2. Stake the corners of it.\n\nQuestion: ${QUESTION}`,
  },
  // Under this label stand as often facts about the user or the task.
  { name: 'a list with dashes', content: `Context:\n- ${FIRST}\n- ${SECOND}\n\nQuestion: ${QUESTION}` },
  { name: 'nothing found', content: `Context:\n(nothing found)\n\nQuestion: ${QUESTION}` },
  { name: 'empty context', content: `Context:\n\n\nQuestion: ${QUESTION}\nAnswer:` },
])('no context: $name', ({ content }) => {
  expect(read(content)).toBeUndefined();
});
