"""A small RAG application on LangChain, instrumented by OpenInference: asks each question of its command line once."""

import sys

from langchain_core.documents import Document
from langchain_core.language_models.fake_chat_models import FakeListChatModel
from langchain_core.output_parsers import StrOutputParser
from langchain_core.prompts import ChatPromptTemplate
from langchain_core.retrievers import BaseRetriever
from langchain_core.runnables import RunnablePassthrough
from openinference.instrumentation.langchain import LangChainInstrumentor
from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import BatchSpanProcessor

HANDBOOK = [
    "A tent can be returned within sixty days, if it is clean and dry.",
    "Our shops open at nine in the morning.",
    "Sleeping bags are washed by hand.",
]


class Handbook(BaseRetriever):
    """Passages that share most words with the question, best first."""

    def _get_relevant_documents(self, query, *, run_manager):
        words = set(query.lower().strip("?").split())
        ranked = sorted(HANDBOOK, key=lambda text: -len(words & set(text.lower().split())))
        return [Document(page_content=text) for text in ranked[:2]]


spans = TracerProvider()
spans.add_span_processor(BatchSpanProcessor(OTLPSpanExporter()))
LangChainInstrumentor().instrument(tracer_provider=spans)

prompt = ChatPromptTemplate.from_template("Answer from these passages alone:\n{context}\n\nQuestion: {question}")
model = FakeListChatModel(responses=["A tent can be returned within sixty days."])
passages = Handbook() | (lambda documents: "\n\n".join(document.page_content for document in documents))
chain = {"context": passages, "question": RunnablePassthrough()} | prompt | model | StrOutputParser()

for question in sys.argv[1:]:
    print(chain.invoke(question))

spans.shutdown()
