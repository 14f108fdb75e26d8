"""The same as client.mjs, by the OpenTelemetry SDK for Python."""

from opentelemetry.exporter.otlp.proto.http._log_exporter import OTLPLogExporter
from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
from opentelemetry.sdk._logs import LoggerProvider
from opentelemetry.sdk._logs.export import BatchLogRecordProcessor
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import BatchSpanProcessor

spans = TracerProvider()
spans.add_span_processor(BatchSpanProcessor(OTLPSpanExporter()))
logs = LoggerProvider()
logs.add_log_record_processor(BatchLogRecordProcessor(OTLPLogExporter()))
tracer = spans.get_tracer("client")
logger = logs.get_logger("client")
attributes = {"gen_ai.system": "openai"}

with tracer.start_as_current_span("request"):
    with tracer.start_as_current_span("retrieve") as retrieval:
        retrieval.set_attributes(
            {
                "openinference.span.kind": "RETRIEVER",
                "input.value": "What is the capital of France?",
                "retrieval.documents.0.document.content": "Paris is the capital of France.",
                "retrieval.documents.0.document.score": 0.9,
                "retrieval.documents.1.document.content": "Lyon is a city in the south-east of France.",
                "retrieval.documents.1.document.score": 0.5,
            }
        )
    with tracer.start_as_current_span("chat", attributes={"gen_ai.operation.name": "chat", **attributes}):
        logger.emit(event_name="gen_ai.user.message", attributes=attributes, body={"content": "What is the capital of France?"})
        message = {"role": "assistant", "content": "Paris is the capital of France."}
        logger.emit(
            event_name="gen_ai.choice",
            attributes=attributes,
            body={"index": 0, "finish_reason": "stop", "message": message},
        )

logs.shutdown()
spans.shutdown()
