"""Submitted by check_spark.py: many runs of the driver in one application, since an application takes ten seconds
to start. spark_matrix.py CASES.json writes what came of each beside it."""
import json
import sys

import callbook_spark
from pyspark import SparkContext


def came_of(context, words) -> str:
    """Nothing, or what the driver says no with."""
    try:
        callbook_spark.publish(context, callbook_spark.arguments(words))
        return ""
    except callbook_spark.Refusal as refusal:
        return f"{refusal.code}: {refusal.words}"


def without_program(context, program: str) -> str:
    """What is said of workers that have no callbook, where the driver has one."""
    options = callbook_spark.arguments(["pipeline.yaml", "--output", "output"])
    stages = callbook_spark.Stages("/nonexistent/callbook", "plan", "bounds", "pipeline", options)
    try:
        callbook_spark.check_workers(context, stages, program)
        return ""
    except callbook_spark.Refusal as refusal:
        return f"{refusal.code}: {refusal.words}"


def main(path: str) -> None:
    with open(path, encoding="utf-8") as file:
        asked = json.load(file)
    context = SparkContext(appName="callbook matrix")
    answers = {"cases": [came_of(context, words) for words in asked["cases"]],
               "without program": without_program(context, asked["program"])}
    with open(path + ".answers", "x", encoding="utf-8") as file:
        json.dump(answers, file)
    context.stop()


if __name__ == "__main__":
    main(sys.argv[1])
