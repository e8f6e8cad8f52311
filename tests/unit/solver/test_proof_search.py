"""The search for the proof that is shortest to tell."""

from positions import position_of

from puzzlegen.board.puzzle import Branch, Clash, Consequence
from puzzlegen.engine.clue_rules import MINE, SAFE
from puzzlegen.solver.proof_search import Proof, ProofSearch, joined


def test_a_supposition_is_cut_back_to_what_the_clash_needs() -> None:
    search = ProofSearch(position_of("4x2:1a2d1"), deep=False, only_shortest=False)
    (proof,) = search.by_supposition({4: SAFE})
    chain = Consequence((0,), (), (1, 5)), Consequence((2,), (3, 6), ())
    assert proof == Proof("suppose", {4: SAFE}, 0, (Branch((4,), (), chain, Clash((7,), too_many=True)),))
    assert proof.length == 2


def test_a_true_supposition_has_no_proof() -> None:
    search = ProofSearch(position_of("4x2:1a2d1"), deep=False, only_shortest=False)
    assert list(search.by_supposition({4: MINE})) == []


def test_proofs_with_the_same_chain_are_joined() -> None:
    chain, clash = (Consequence((1,), (), (2,)),), Clash((3,), too_many=False)
    proofs = [Proof("suppose", {x: SAFE}, 1, (Branch((x,), (), chain, clash),)) for x in (5, 6)]
    other = Proof("suppose", {7: MINE}, 1, (Branch((), (7,), chain, clash),))
    assert joined([*proofs, other]) == [
        Proof("suppose", {5: SAFE, 6: SAFE}, 1, (Branch((5, 6), (), chain, clash),)),
        other,
    ]
